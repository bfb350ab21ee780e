union word { float f; int i; };
void f(int n, union word *u)
{
#pragma scop
  for (int i = 0; i < n; i++)
    u[i].f = 0;
#pragma endscop
}
// trace: no
