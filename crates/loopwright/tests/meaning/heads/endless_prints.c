// About: nothing is moved to before a loop that never ends, nor behind it.
#include <stdio.h>
#include <stdlib.h>
static int a[300];

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i;
  if (n > 18)
    while (1)
      a[0] = a[0] % 7 + 1;
  for (int i = 0; i < n; i++)
    a[i + 20] = a[i] + 1;
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 20; n += 3) {
    for (int i = 0; i < 300; i++) a[i] = i * i % 11;
    kernel(n);
    printf("%d:", n);
    for (int i = 0; i < 300; i++) printf(" %d", a[i]);
    printf("\n");
  }
}
