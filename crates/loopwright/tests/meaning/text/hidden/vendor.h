typedef unsigned short u_char;
typedef signed char uint;
#define COUNT 5
