void f(int n) {
#pragma endscop
#pragma scop
  n = 1;
#pragma scop
  n = 2;
#pragma endscop
#pragma scop
  n = 3;
}
