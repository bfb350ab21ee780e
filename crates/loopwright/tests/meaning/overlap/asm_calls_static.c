// About: assembly calls a static function, with the address of a static array.
// script: parallel(S0.i)
// illegal
#include <stdio.h>
static int x[40];
static int *kept;
static void keep(int *) __attribute__((used));
static void keep(int *p) { kept = p; }
void kernel(int n)
{
  __asm__ volatile(
    "subq $128, %%rsp\n\tleaq x(%%rip), %%rdi\n\tcall keep\n\taddq $128, %%rsp"
    : : : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
  int *a = kept;
#pragma scop
  for (int i = 0; i < n; i++)
    a[i + 1] = x[i] + 1;
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 12; n += 4) {
    for (int i = 0; i < 40; i++) x[i] = i * i % 11;
    kernel(n);
    for (int i = 0; i < 40; i++) printf("%d ", x[i]);
    printf("\n");
  }
}
