#define DATA_TYPE float
#define SCALAR_VAL(x) x##f
#define _PB_N n
#define UPDATE(k, v) a[k] = (v) * a[(k) + 1]
void f(int n, DATA_TYPE a[n])
{
  int i;
#pragma scop
  for (i = 0; i < _PB_N; i++)
    UPDATE(i, SCALAR_VAL(2.0));
#pragma endscop
}
