// About: the first word of a text of C++ is that of a function that is called.
// script: reverse(S0.i)
// legal
static int twice(int n) { return n * 2; }
extern "C" int printf(const char *, ...);
static int a[24];
int main()
{
#pragma scop
  for (int i = 0; i < 20; i++)
    a[i] = twice(i) + 1;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf("\n");
}
