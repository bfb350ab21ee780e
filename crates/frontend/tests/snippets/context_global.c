// The call may change the variable after the assertion.
int size;
void grow(void);
void f(double *a)
{
  assert(size > 0);
  grow();
#pragma scop
  for (int i = 0; i < size; i++)
    a[i] = 0;
#pragma endscop
}
