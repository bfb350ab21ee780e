int main(void) {
  int i, a[10];
  for (i = 0; i < 10; i++) {
    a[i] = i;
  }
  return a[3];
}
