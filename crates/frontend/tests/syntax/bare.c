// A region outside of any function, marked with our own pragma.
#pragma loopwright scop
for (i = 0; i < N; i++)
  A[i] = B[i] + 1;
#pragma loopwright endscop
