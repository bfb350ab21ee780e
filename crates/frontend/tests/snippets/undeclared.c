// Nothing says what these are: a header is missing.
void f(void)
{
#pragma scop
  for (int i = 0; i < SIZE; i++)
    x[i] = alpha * y[i][0];
#pragma endscop
}
