// About: two fields share their memory because a union without a name holds them
#include <stdio.h>

struct tagged {
  int tag;
  union {
    int number;
    unsigned char raw[sizeof(int)];
  };
};

static void kernel(int n, struct tagged *t)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    t[i].number = 0;
    t[i].raw[0] = i + 1;
    t[i].raw[sizeof(int) - 1] = i + 1;
    t[i].tag = t[i].number != 0;
  }
#pragma endscop
}

int main(void)
{
  struct tagged t[3] = {{5, {5}}, {6, {6}}, {7, {7}}};
  for (int n = 0; n <= 3; n++) {
    kernel(n, t);
    for (int i = 0; i < 3; i++)
      printf("%d %d ", t[i].tag, t[i].number & 1);
    puts("");
  }
  return 0;
}
