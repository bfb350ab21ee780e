// About: the caller gives the name of a type that the function uses another meaning.
#include <stdio.h>
int a[300];
typedef int T;
static void put(int i) { T k = i; a[k] = i; }
void kernel(int n)
{
  typedef unsigned char T;
  T z = 3;
#pragma scop
  for (int i = 0; i < n; i++) {
    put(i + 250);
    a[i] += 1;
  }
#pragma endscop
  a[0] += z;
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 300; i++) printf("%d ", a[i]);
  printf("\n");
}
