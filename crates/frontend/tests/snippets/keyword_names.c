// Words of the notation for sets.
void f(int mod, double *and, double *exists, double max)
{
#pragma scop
  for (int i = 0; i < mod; i++)
    and[i] = exists[i] + max;
#pragma endscop
}
