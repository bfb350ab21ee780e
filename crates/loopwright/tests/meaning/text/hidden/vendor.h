typedef unsigned short u_char;
typedef signed char uint;
