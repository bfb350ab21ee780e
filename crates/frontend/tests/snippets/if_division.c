// C rounds towards zero: -3 .. 3.
void f(int n, double a[2 * n])
{
#pragma scop
  for (int i = -n; i < n; i++)
    if (i / 4 == 0)
      a[i + n] = 0;
#pragma endscop
}
