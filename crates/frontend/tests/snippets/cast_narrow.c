// 300 becomes 44.
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[(unsigned char)i] = 0;
#pragma endscop
}
