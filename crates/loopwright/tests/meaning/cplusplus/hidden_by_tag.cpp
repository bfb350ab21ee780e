// About: a structure of the function hides an array: names of types are names.
// refused: LW0208
#include <cstdio>
static int size[5], a[24];

int main()
{
  struct size {
    char bytes[3];
  };
  const int count = sizeof(size);
#pragma scop
  for (int i = 0; i < count; i++)
    a[i] += count + i;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
