void search(int n, double *a)
{
    int i;
#pragma scop
    for (i = 0; i < n; i++) {
        if (a[i] > 3)
            goto end;
        a[i] = mystery(i);
    }
    a[i] = 0;
#pragma endscop
}
