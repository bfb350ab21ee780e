// About: functions of <math.h> set `errno`, and this program looks at it.
#include <stdio.h>
#include <math.h>
#include <errno.h>
volatile double zero;
double a[4] = { -1, 1, 1, -1000 };
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = i % 2 == 0 ? sqrt(a[i]) : exp(-a[i] * 1000);
#pragma endscop
}
int main(void)
{
  errno = 0;
  kernel(0); printf("%d\n", errno);
  kernel(4); printf("%d\n", errno);
}
