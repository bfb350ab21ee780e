// Each argument is used twice, so the text doubles with each level.
#define twice(x) ((x) + (x))
#define many(x) twice(twice(twice(twice(twice(twice(x))))))
void f(int n, double a[n])
{
#pragma scop
  a[0] = many(many(many(many(a[1]))));
#pragma endscop
}
