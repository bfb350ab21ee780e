// About: there is an absolute value for each type.
// refused: LW0208
#include <cstdio>
#include <cstdlib>
static int a[10];

int main()
{
#pragma scop
  for (int i = 0; i < 10; i++)
    if (abs(i - 4294967296L) > 10)
      a[i] = i + 1;
#pragma endscop
  for (int i = 0; i < 10; i++)
    printf(" %d", a[i]);
  printf("\n");
}
