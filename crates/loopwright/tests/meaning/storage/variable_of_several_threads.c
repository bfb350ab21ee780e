// About: a variable of the function may be one for several threads, each of which leaves cells alone
// script: pad(w, 2)
// script: expand(w)
// script: pad(v, 2)
// legal
#include <stdio.h>

int main(void)
{
  int owner[64], w[64] = { 0 }, seen[4] = { 0 };
  for (int i = 0; i < 64; i++)
    owner[i] = i * 7 % 4;
  for (int round = 0; round < 500; round++) {
#pragma omp parallel for num_threads(4) schedule(static, 1)
    for (int thread = 0; thread < 4; thread++) {
      int v[64], sum = 0;
      for (int i = 0; i < 64; i++)
        v[i] = i;
#pragma scop
      for (int i = 0; i < 64; i++)
        if (owner[i] == thread)
          w[i] += thread + 1;
      for (int i = 0; i < 64; i++) {
        T: sum += v[i];
        if (owner[i] == thread)
          v[i] = -i;
      }
#pragma endscop
      for (int i = 0; i < 64; i++)
        sum = (3 * sum + v[i]) % 1000;
      seen[thread] = sum;
    }
  }
  for (int i = 0; i < 64; i++)
    printf("%d\n", w[i]);
  printf("%d %d %d %d\n", seen[0], seen[1], seen[2], seen[3]);
  return 0;
}
