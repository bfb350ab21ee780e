typedef int kind;
typedef int *whole;
static int scale = 3;
