// Several errors, each at its place.
#define BAD(x) x +
void f(int n, int a[n]) {
  int i;
  bad outside @ "of the region
#pragma scop
  a[0] = 1
  a[1] = 2;
  for (i = 0; i < n, i++)
    a[i] = 0;
  a[2] = BAD(1);
  a[3] = 0778;
  a[4] @ 5;
  if (n) { a[5] = (1; }
  asm("nop");
  a[6] = "open;
  a[7] = MISSING(1;
#pragma endscop
}
