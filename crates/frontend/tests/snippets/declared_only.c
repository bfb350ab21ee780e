// trace: nothing
void f(int n, double a[n], double b[n])
{
#pragma scop
  int x;
  double y;
#pragma endscop
}
