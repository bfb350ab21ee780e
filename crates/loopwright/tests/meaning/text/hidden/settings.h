/* What the tool does not see when it reads the programs beside this folder. */
#define LIMIT (n - i)
#define NEXT (x += 1)
#define HERE (i)
#define STEP(v) (v++)
#define SQRT_FUN(v) (count++, (v))
#define WHEN if (i % 2)
extern int shared[60], *window;
static int scale = 3;
static int twice(int v) { return 2 * v; }
#define RESULT t
#define KEEP(x) (kept = &(x))
