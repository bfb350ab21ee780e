int g(int);
void f(int *a)
{
  unsigned char i;
  signed char j;
  unsigned k;
#pragma scop
  for (i = 253; i != 5; i++)
    a[i] = 0;
  for (j = 120; j != -126; j++)
    a[j & 255] = 0;
  for (k = 3; k < 9; k--)
    a[0] = 0;
#pragma endscop
  g(i + j + k);
}
// trace: no
