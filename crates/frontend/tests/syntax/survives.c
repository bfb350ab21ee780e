// Text around the region that is no C, or strange C: it is skipped.
#include <vector>
template <typename T> T max(T a, T b) { return a < b ? b : a; }
namespace deep { class Foo : public Bar { public: Foo() : x_(1) {} int x_; }; }
using namespace std;
extern "C" {
int before[10];
}
MODULE_INIT("x") @ $%&!
static struct { int a : 3; unsigned b; } bits = { .a = 1, .b = 2 };
int old_style(a, b) int a; double b[20]; { return a; }
auto lambda = [](int x) { return x; };
int (*callbacks[2])(int) = { 0, 0 };
int broken( { ] ;
void Foo::method(int n, float *__restrict__ data) const {
  std::vector<int> v;
  auto it = v.begin();
  int i;
#pragma scop
  for (i = 0; i < n; i++) data[i] = before[i];
#pragma endscop
}
int after(void) { return 1;
