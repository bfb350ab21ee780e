// About: an object that is made from nested lists knows a variable.
// refused: LW0208
#include <cstdio>
struct Keeper {
  int &held;
};
struct Holder {
  Keeper keeper;
};
static int a[24];

int main()
{
  int t = 0;
  Holder holder = { { t } };
#pragma scop
  for (int i = 0; i < 20; i++) {
    t = 3 * i;
    a[i] = t + 1;
  }
#pragma endscop
  for (int i = 0; i < 24; i++)
    printf(" %d", a[i]);
  printf(" %d\n", holder.keeper.held);
}
