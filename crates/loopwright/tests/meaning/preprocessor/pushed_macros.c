// About: macros that are pushed and popped are again what they were.
#include <stdio.h>
static int a[24];
#define M 3
#define STEP 1
#pragma push_macro("M")
#pragma push_macro("STEP")
#pragma push_macro("NONE")
#undef M
#define M 5
#undef STEP
#define NONE 7
#pragma pop_macro("STEP")
#pragma push_macro("M")
#undef M
#pragma pop_macro("M")
#pragma pop_macro("M")
#pragma pop_macro("NONE")
#pragma pop_macro("NONE")
#ifdef NONE
#define LAST 2
#else
#define LAST 1
#endif
int main(void)
{
#pragma scop
  for (int i = 0; i < M; i += STEP)
    a[i] = LAST;
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  puts("");
}
