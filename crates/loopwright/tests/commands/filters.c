/* Figure 1 of Bastoul, Mapping Deviation (2016): a blurred image, and its edges. */
int abs(int);

void edges(int l, int w, int Img[restrict l][w], int Tmp[restrict l][w])
{
#pragma scop
  for (int i = 1; i < l - 1; i++)
    for (int j = 1; j < w - 1; j++)
      S1: Tmp[i][j] = (Img[i-1][j-1] + Img[i-1][j] + Img[i-1][j+1] +
                       Img[i][j-1] + Img[i][j] + Img[i][j+1] +
                       Img[i+1][j-1] + Img[i+1][j] + Img[i+1][j+1]) / 9;
  for (int i = 1; i < l - 2; i++)
    for (int j = 2; j < w - 1; j++)
      S2: Img[i][j] = abs(Tmp[i-1][j] - Tmp[i+1][j-1]) +
                      abs(Tmp[i+1][j] - Tmp[i-1][j-1]);
#pragma endscop
}
