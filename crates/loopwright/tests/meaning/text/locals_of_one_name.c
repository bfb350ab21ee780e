// About: two blocks have a variable of one name; with another name one of them would be a counter.
#include <stdio.h>
static int r[24], s[24];
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    int k = i;
    s[i] += k;
  }
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (k < r[i]) {
      r[i] -= k;
      k++;
    }
  }
  for (int i = 0; i < n; i++) {
    int k = 1;
    do {
      s[i] += k * r[i];
      k++;
    } while (k < r[i]);
    s[i] -= k;
  }
#pragma endscop
}
int main(void)
{
  static const int sizes[] = { 0, 1, 2, 11, 24 };
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < 24; i++)
      r[i] = 3 * i % 17;
    kernel(sizes[k]);
    for (int i = 0; i < 24; i++)
      printf(" %d %d", r[i], s[i]);
    puts("");
  }
}
