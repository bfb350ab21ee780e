// About: the signs of a comment may be spread over lines that a backslash joins
// script: reverse(S0.i)
#include <stdio.h>
static int a[40], b[40];
static void k(int n) {
#pragma scop
  for (int i = 0; i < n; i++) { /\
* head *\
/
    a[i] += i; /\
/ spread \
  and longer
    b[i] += /\
* in the middle *\
/ a[i]
        + /* next *\
/ 1; // ends \
here b[i] = 7;
  } /\
/ closing
  /\
* alone *\
/
#pragma endscop
}
int main(void) {
  k(0);
  k(1);
  k(2);
  k(40);
  for (int i = 0; i < 40; i++)
    printf("%d %d\n", a[i], b[i]);
}
