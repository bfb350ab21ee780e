void f(int n, double a[n], double b[n], double c[n], double d[n])
{
    double t;
#pragma scop
    for (int i = 0; i < n; i++) {
        S: t = a[i];
        T: b[i] = t;
        U: t = c[i];
        V: d[i] = t;
    }
#pragma endscop
}
