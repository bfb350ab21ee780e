// About: new names must not be words of C++.
// script: stripmine(S0.no, 4)
// legal
// script: soa(wchar)
#include <cstdio>
struct pair { int t, u; };
static struct pair wchar[12];
static long a[12];

static void f(int n)
{
#pragma scop
  for (int no = 0; no < n; no++) {
    wchar[no].t = no;
    wchar[no].u = 2 * no;
    a[no] = wchar[no].t + wchar[no].u;
  }
#pragma endscop
}

int main()
{
  f(0);
  f(12);
  for (int i = 0; i < 12; i++)
    std::printf(" %ld", a[i]);
  std::printf("\n");
}
