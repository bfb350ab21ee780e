typedef int length;
enum colour { red, green, blue, colours };
typedef enum { one, two } named;
enum colour shade;

void kernel(length n, length shift, int a[30])
{
#pragma scop
    for (length length = 0; length < n; length++)
        a[length] = shift * 2 + length - 1;
#pragma endscop
#pragma scop
    for (enum colour c = red; c < colours; c++)
        a[c] = 0;
    for (named c = red; c < colours; c++)
        a[c] = 1;
    for (int i = 0; i < shade; i++)
        a[i] = 2;
#pragma endscop
}
