struct pair { double re, im; };
void f(int n, double a[n], double b[n])
{
    struct pair c;
#pragma scop
    for (int i = 0; i < n; i++) {
        S: c.re = a[i];
        T: b[i] = c.re * c.re;
    }
#pragma endscop
}
