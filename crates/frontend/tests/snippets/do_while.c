// trace: no
void f(double s, int k)
{
#pragma scop
  do {
    s = s / 2;
    k++;
  } while (s > 1);
#pragma endscop
}
