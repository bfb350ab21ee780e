void f(int n, double a[n], double b[n])
{
#pragma scop
  {
    a[0] = 0;
    {
      ;
      {}
      a[1] = 1;
    }
  }
#pragma endscop
}
