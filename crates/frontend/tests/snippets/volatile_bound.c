volatile int limit;
void f(double *a)
{
#pragma scop
  for (int i = 0; i < limit; i++)
    a[i] = 0;
#pragma endscop
}
