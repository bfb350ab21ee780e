// About: new names must not be words that compilers keep for themselves, or that <iso646.h> defines.
// script: stripmine(S0.no, 4)
// legal
// script: soa(_Thread)
#include <iso646.h>
#include <stdio.h>
struct pair { int local, other; };
static long a[12];

static void f(int n)
{
  struct pair _Thread[12];
#pragma scop
  for (int no = 0; no < n; no++) {
    _Thread[no].local = no;
    _Thread[no].other = 2 * no;
    a[no] = _Thread[no].local + _Thread[no].other;
  }
#pragma endscop
}

int main(void)
{
  f(0);
  f(12);
  for (int i = 0; i < 12; i++)
    printf(" %ld", a[i]);
  printf("\n");
}
