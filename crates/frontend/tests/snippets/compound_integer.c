void f(int n, int q[n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    q[i] <<= 1;
    q[i] |= 4;
    q[i] %= 7;
  }
#pragma endscop
}
