// The loop is as long as memory if n is below 0, and the call reads in the iterations that are left.
double look(int i) __attribute__((pure));
void f(int n, double a[n], double b[n])
{
#pragma scop
  for (int i = 0;(unsigned)i < n; i++)
    a[i] = look(i);
#pragma endscop
}
