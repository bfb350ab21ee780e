void f(int n, int a[n]) {
  for (int i = 0; i < n; i++) {
#pragma scop
    a[i] = 0;
  }
#pragma endscop
#pragma scop
  if (n) {
#pragma endscop
  }
}
