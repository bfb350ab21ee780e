// trace: no
void f(double s)
{
#pragma scop
  for (double x = 0; x < 1; x += 0.25)
    s += x;
#pragma endscop
}
