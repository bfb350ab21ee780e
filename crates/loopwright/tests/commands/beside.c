void beside(int n, double *a, double *b)
{
    double s = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        s += a[i];
        double q = a[i] * 2;
        b[i] += q;
    }
#pragma endscop
    b[0] = s;
}
