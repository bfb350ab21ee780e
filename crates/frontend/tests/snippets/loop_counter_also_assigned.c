// What the last line reads is not the 5.
void f(int n, double a[n], double b[n])
{
  int i;
#pragma scop
  i = 5;
  for (i = 0; i < n; i++)
    a[i] = 0;
  b[0] = i;
#pragma endscop
}
