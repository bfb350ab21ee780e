enum { FIRST = 2, LAST = FIRST + 3 };
static const int SIZE = 12;
const int step = 3;
void f(double A[SIZE][20])
{
#pragma scop
  for (int i = 0; i < SIZE; i++)
    for (int j = FIRST; j <= LAST; j++)
      A[i][j] = step;
#pragma endscop
}
