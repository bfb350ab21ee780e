struct point { double x, y, v[10]; };
struct body { struct point at; double mass; };
void f(int n, struct point s, struct point *p, struct body *q)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    s.x += p->x;
    q[i].at.y = q[i].mass * s.v[i];
  }
#pragma endscop
}
