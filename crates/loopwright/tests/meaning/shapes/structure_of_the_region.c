// About: a structure and an array of structures live in the region only
#include <stdio.h>

struct s {
  int a;
  int b[3];
};

static int kernel(int n)
{
  int r = 0;
#pragma scop
  struct s v;
  struct s w[4];
  v.a = n;
  for (int i = 0; i < 3; i++)
    v.b[i] = v.a + i;
  for (int k = 0; k < 4; k++)
    w[k] = v;
  for (int k = 0; k < 4; k++)
    w[k].b[k % 3] += k;
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 3; i++)
      r = 7 * r % 1013 + w[k].b[i] + w[k].a;
#pragma endscop
  return r;
}

int main(void)
{
  for (int n = 0; n < 4; n++)
    printf("%d ", kernel(n));
  puts("");
  return 0;
}
