// The two fields are the same memory.
struct word { int tag; union { float f; int k; }; };
void f(int n, struct word *s)
{
#pragma scop
  for (int i = 0; i < n; i++)
    s[i].f = s[i].k;
#pragma endscop
}
// trace: no
