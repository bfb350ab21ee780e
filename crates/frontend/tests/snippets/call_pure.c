// It may read what has been written before.
double look(int i) __attribute__((pure));
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = look(i);
#pragma endscop
}
