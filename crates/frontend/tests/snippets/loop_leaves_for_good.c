// Ends at the first number that leaves 3, although the condition holds again later.
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n && i % 5 != 3; i++)
    a[i] = 0;
#pragma endscop
}
