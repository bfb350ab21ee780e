// About: loops inside of what cannot be modelled are regions of their own, as bodies without braces, too
// args: --auto
#include <stdio.h>
#include <stdlib.h>

static int *head(int n)
{
  int *list = malloc((n + 1) * sizeof *list);
  int i;
  if (list)
    for (i = 0; i < n; i++)
      list[i] = n - i;
  else
    exit(1);
  list[n] = i;
  return list;
}

static int kernel(int n, int *x)
{
  int turns = 0, sum = 0;
  while (x[0] > 1 && turns < 5) {
    for (int i = 0; i < n; i++)
      x[i] = x[i] / 2;
    turns++;
    if (turns == 4)
      break;
    for (int i = 1; i < n; i++)
      x[i] += x[i - 1] % 3;
  }
  switch (n % 3) {
  case 0:
    for (int i = 0; i < n; i++)
      sum += x[i];
    break;
  default:
    for (int i = 0; i < n; i++)
      sum -= x[i];
  }
again:
  for (int i = 0; i < n; i++)
    x[i] += turns;
  if (turns-- > 3)
    goto again;
  return sum * 10 + turns + x[n];
}

int main(void)
{
  for (int n = 1; n < 9; n++) {
    int *x = head(n);
    printf("%d ", kernel(n, x));
    for (int i = 0; i < n; i++)
      printf("%d ", x[i]);
    puts("");
    free(x);
  }
  return 0;
}
