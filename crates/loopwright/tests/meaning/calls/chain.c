// About: each function calls the one before twice: bodies are looked at once.
#include <stdio.h>
static int f0(int x) { return x; }
static int f1(int x) { return (f0(x) + f0(x + 1)) % 1000; }
static int f2(int x) { return (f1(x) + f1(x + 1)) % 1000; }
static int f3(int x) { return (f2(x) + f2(x + 1)) % 1000; }
static int f4(int x) { return (f3(x) + f3(x + 1)) % 1000; }
static int f5(int x) { return (f4(x) + f4(x + 1)) % 1000; }
static int f6(int x) { return (f5(x) + f5(x + 1)) % 1000; }
static int f7(int x) { return (f6(x) + f6(x + 1)) % 1000; }
static int f8(int x) { return (f7(x) + f7(x + 1)) % 1000; }
static int f9(int x) { return (f8(x) + f8(x + 1)) % 1000; }
static int f10(int x) { return (f9(x) + f9(x + 1)) % 1000; }
static int f11(int x) { return (f10(x) + f10(x + 1)) % 1000; }
static int f12(int x) { return (f11(x) + f11(x + 1)) % 1000; }
static int f13(int x) { return (f12(x) + f12(x + 1)) % 1000; }
static int f14(int x) { return (f13(x) + f13(x + 1)) % 1000; }
static int f15(int x) { return (f14(x) + f14(x + 1)) % 1000; }
static int f16(int x) { return (f15(x) + f15(x + 1)) % 1000; }
static int f17(int x) { return (f16(x) + f16(x + 1)) % 1000; }
static int f18(int x) { return (f17(x) + f17(x + 1)) % 1000; }
static int f19(int x) { return (f18(x) + f18(x + 1)) % 1000; }
static int f20(int x) { return (f19(x) + f19(x + 1)) % 1000; }
static int f21(int x) { return (f20(x) + f20(x + 1)) % 1000; }
static int f22(int x) { return (f21(x) + f21(x + 1)) % 1000; }
static int f23(int x) { return (f22(x) + f22(x + 1)) % 1000; }
int a[40];
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++)
    a[i] = f23(i);
#pragma endscop
}
int main(void)
{
  kernel(1);
  printf("%d\n", a[0]);
}
