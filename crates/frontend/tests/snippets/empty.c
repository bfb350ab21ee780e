// trace: nothing
void f(int n, double a[n], double b[n])
{
#pragma scop
  
#pragma endscop
}
