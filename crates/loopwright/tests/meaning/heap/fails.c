// About: what a program does where there is no memory it still does, at the same time
// frees
#include <stdio.h>
#include <stdlib.h>

#include <sys/wait.h>
#include <unistd.h>

static void kernel(int n, int a[9])
{
#pragma scop
  int *p = malloc(n * sizeof *p);
  if (!p)
    exit(n & 7);
  for (int i = 0; i < n; i++)
    p[i] = i;
  for (int i = 0; i < n; i++)
    a[i] = p[n - 1 - i];
  free(p);
#pragma endscop
}

int main(void)
{
  int a[9] = { 0 };
  for (int n = -4; n < 9; n++) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      kernel(n, a);
      _exit(100 + a[0]);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("%d: %d\n", n, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
  return 0;
}
