// About: words of C++ are names in C: in parentheses before a sign such a variable is no type of a cast
// script: expand(class); distribute(S, T); parallel(T.i)
// legal
// script: expand(alignas); expand(new); expand(thread_local); parallel(U.i)
// legal
// script: pad(mutable, 1)
// legal
#include <stdio.h>
#include <stdlib.h>

static int a[8], b[8], c[8];

static void kernel(int n)
{
  int class, alignas, new;
  int mutable[8], thread_local, constexpr = 1;
#pragma scop
  for (int i = 0; i < n; i++) {
    S: class = a[i];
    T: b[i] = (class) + 1;
  }
  for (int i = 0; i < n; i++) {
    U: alignas = a[i] + (constexpr) - 1;
    V: new = (alignas) - 2;
    W: thread_local = new * 2;
    X: c[i] = thread_local - (new) + 3;
  }
  for (int i = 0; i < n; i++) {
    mutable[i] = a[i];
    constexpr = (mutable[i]) + 5;
    c[i] += mutable[i] + (constexpr) * 2;
  }
#pragma endscop
  printf("%d:", n > 0 ? constexpr : 0);
}

int main(void)
{
  for (int i = 0; i < 8; i++)
    a[i] = i * 5 % 7;
  for (int n = 0; n <= 8; n++) {
    kernel(n);
    for (int i = 0; i < 8; i++)
      printf(" %d %d", b[i], c[i]);
    printf("\n");
  }
  return 0;
}
