// About: a row of a matrix is handed to a function that writes all of it
#include <stdio.h>

static void (*fill)(int, int *);

static void count(int n, int *row)
{
  for (int j = 0; j < n; j++)
    row[j] = n * row[j] + j;
}

static int kernel(int n)
{
  int m[6][6];
  int sum = 0;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      m[i][j] = i;
  for (int i = 0; i < n; i++)
    fill(n, m[i]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum = 3 * sum % 1009 + m[i][j];
#pragma endscop
  return sum;
}

int main(void)
{
  fill = count;
  for (int n = 0; n <= 6; n++)
    printf("%d ", kernel(n));
  puts("");
  return 0;
}
