// About: two elements change places by way of a structure that the loop declares
// script: parallel(S0.i)
#include <stdio.h>

typedef struct {
  int key;
  float value;
} pair;

static void kernel(int n, pair *p)
{
#pragma scop
  for (int i = 0; i < n / 2; i++) {
    pair t;
    t = p[i];
    p[i] = p[n - 1 - i];
    p[n - 1 - i] = t;
    p[i].key += t.key;
  }
#pragma endscop
}

int main(void)
{
  pair p[7];
  for (int n = 0; n <= 7; n++) {
    for (int i = 0; i < n; i++)
      p[i] = (pair){i, i / 2.f};
    kernel(n, p);
    for (int i = 0; i < n; i++)
      printf("%d:%g ", p[i].key, p[i].value);
    puts("");
  }
  return 0;
}
