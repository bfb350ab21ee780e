// About: the name in a clause is that of a macro, which compilers replace.
// refused: LW0011
#include <stdio.h>
#define TMP t
int main(void) {
  int t = 42, y[3];
#pragma scop
#pragma omp parallel for private(TMP)
  for (int i = 0; i < 3; i++) {
    t = i * 2;
    y[i] = t;
  }
#pragma endscop
  printf("%d %d\n", t, y[2]);
}
