// About: loops share their lines with other statements
// args: --auto
#include <stdio.h>

static int kernel(int n, int *a) { int s = 0; for (int i = 0; i < n; i++) a[i] = i + 1; if (n > 2) for (int i = 1; i < n; i++) a[i] += a[i - 1]; else s = 1; for (int i = 0; i < n; i++) s += a[i]; return s; }

int main(void)
{
  int a[6];
  for (int n = 0; n <= 6; n++) printf("%d ", kernel(n, a)); puts("");
  return 0;
}
