// What a region can see: names of closed blocks are not visible, inner ones win.
#define SIZE 64
enum colour { RED, GREEN = 5, BLUE };
typedef float real;
struct point { real x, y; struct { int tag; }; };
static const int N = SIZE * 2;
extern double g[N][SIZE];
struct point pts[BLUE];
real (*rows)[N], *flat;
double later_is_not_visible(double x) __attribute__((const));

static inline int helper(int a) { int hidden = a; return hidden; }

void kernel(const int n, real A[n][n], real B[const restrict static 8][n], double *restrict p)
{
  int i = 0, shadow;
  const int m = N / 4;
  { int gone = 1; helper(gone); }
  if (n > 3) { double also_gone = 2; }
  assert(n > 0 && n <= N);
  assert(i == 0);
  for (int t = 0; t < 10; t++) {
    double shadow = 1.0;
    for (int u = 0; u < 3; u++) helper(u);
    __builtin_assume(n % 4 == 0);
#pragma scop
    A[t][0] = pts[0].x + shadow;
#pragma endscop
  }
  i = 3;
#pragma scop
  p[i] = 0;
#pragma endscop
}
int late;
