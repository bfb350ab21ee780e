// About: an enumeration is a type that new arrays can have if it has a tag, or a name of its own
// script: expand(u); distribute(S, T); parallel(S.i)
// legal
// script: expand(w); distribute(U, V); parallel(V.i)
// legal
// script: expand(x)
// legal
// script: pad(t, 1); pad(d, 2)
// legal
// script: tile(P.i, 3); pack(t, P.i); pack(d, P.i)
// legal
// script: expand(u); expand(w); expand(x); pad(t, 3)
// legal
#include <stdio.h>
#include <stdlib.h>

enum level { LOW, MIDDLE, HIGH = 7 };
typedef enum { RED = -3, GREEN, BLUE } colour;
typedef enum shape { ROUND, SQUARE } shape;

static enum level t[9], levels[9];
static colour d[9];
static int a[9], b[9];

static void kernel(int n)
{
  enum level u;
  colour w;
  shape x;
#pragma scop
  for (int i = 0; i < n; i++) {
    S: u = (enum level)a[i];
    T: b[i] = u == HIGH;
  }
  for (int i = 0; i < n; i++) {
    U: w = d[i];
    V: b[i] += w * 2;
  }
  for (int i = 0; i < n; i++) {
    X: x = a[i] > 2 ? SQUARE : ROUND;
    Y: b[i] += x;
  }
  for (int i = 0; i < n; i++) {
    P: t[i] = levels[n - 1 - i];
    Q: d[i] = t[i] == LOW ? BLUE : RED;
  }
#pragma endscop
}

int main(void)
{
  for (int n = 0; n <= 9; n++) {
    for (int i = 0; i < 9; i++) {
      a[i] = i * 7 % 9;
      levels[i] = i % 3 == 0 ? LOW : i % 3 == 1 ? MIDDLE : HIGH;
      d[i] = (colour)(i % 3 - 3);
    }
    kernel(n);
    for (int i = 0; i < 9; i++)
      printf(" %d %d %d", b[i], (int)t[i], (int)d[i]);
    printf("\n");
  }
  return 0;
}
