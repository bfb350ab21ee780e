// About: a function without a name is called like one of the library, and its memory is not new.
// refused: LW0208
#include <cstdio>
static int pool[24];

int main()
{
  auto malloc = [](unsigned long) { return (void *)pool; };
  int *a = (int *)malloc(80), *b = (int *)malloc(80);
  for (int i = 0; i < 24; i++)
    pool[i] = i * i;
#pragma scop
  for (int i = 0; i < 19; i++)
    a[i] = b[i + 1] + 1;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
