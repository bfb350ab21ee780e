// About: a parameter that is declared as an array is a pointer, and as large as one.
#include <stdio.h>
int a[20][20];
static void put(int row[20]) { for (unsigned j = 0; j < sizeof(row) / 4; j++) row[j] += 1; }
void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    put(a[i]);
    a[i][7] *= 2;
  }
#pragma endscop
}
int main(void)
{
  kernel(0); kernel(1); kernel(2); kernel(20);
  for (int i = 0; i < 20; i++) printf("%d %d %d ", a[i][0], a[i][7], a[i][19]);
  printf("\n");
}
