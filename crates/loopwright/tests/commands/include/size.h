#define SIZE 10
#define BROKEN a[ = 
