void f(int n, double a[n], double b[n])
{
#pragma scop
  /* before */ for (int i /* the counter */ = 0; // up
       i < n /* the size */; i++) {
    a[/* here */ i] = b[i] /* + 1 */;
  } // end
#pragma endscop
}
