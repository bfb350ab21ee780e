// About: the same with lines that end with carriage returns, and with a blank behind a backslash
#include <stdio.h>
static int a[40];
static void k(int n) {
#pragma scop
  for (int i = 0; i < n; i++) /\
/ head
    a[i] += i + /\ 
* in the middle *\
/ 1; /\
/ behind \
  it
#pragma endscop
}
int main(void) {
  k(0);
  k(1);
  k(40);
  for (int i = 0; i < 40; i++)
    printf("%d\n", a[i]);
}
