// About: names may begin with letters that are not those of ASCII.
#include <stdio.h>
static int данные[20], é, größe = 3;
static void kernel(int n)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    данные[i] = i + größe;
    é += данные[i];
  }
#pragma endscop
}
int main(void)
{
  for (int n = 0; n < 20; n += 3) {
    kernel(n);
    printf("%d %d\n", é, данные[n]);
  }
}
