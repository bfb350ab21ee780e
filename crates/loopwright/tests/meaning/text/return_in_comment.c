// About: a carriage return behind a backslash continues a comment.
#include <stdio.h>
static int a[40], b[40], *p;

static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    // one \    a[i] = 5;
    a[i] = a[i] + 1; /* two three */ b[i] = a[i];
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n < 12; n += 3) {
    for (int i = 0; i < 40; i++) a[i] = i * i % 11, b[i] = i;
    p = b;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d %d ", a[i], b[i]);
    printf("\n");
  }
}
