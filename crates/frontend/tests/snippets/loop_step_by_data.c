// trace: no
void f(int n, double a[n], int next[n])
{
#pragma scop
  for (int i = 0; i < n; i = next[i])
    a[i] = 0;
#pragma endscop
}
