#pragma scop
for (i = 0; i < n; ++i)
  x[i] = 0;
#pragma endscop
last = i;
