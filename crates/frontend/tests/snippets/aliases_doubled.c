// Each name stands for twice as long an expression.
void f(int t0, double *a)
{
#pragma scop
  int t1 = t0 + t0;
  int t2 = t1 + t1;
  int t3 = t2 + t2;
  int t4 = t3 + t3;
  int t5 = t4 + t4;
  int t6 = t5 + t5;
  int t7 = t6 + t6;
  int t8 = t7 + t7;
  int t9 = t8 + t8;
  int t10 = t9 + t9;
  int t11 = t10 + t10;
  int t12 = t11 + t11;
  int t13 = t12 + t12;
  int t14 = t13 + t13;
  int t15 = t14 + t14;
  int t16 = t15 + t15;
  int t17 = t16 + t16;
  int t18 = t17 + t17;
  int t19 = t18 + t18;
  int t20 = t19 + t19;
  int t21 = t20 + t20;
  int t22 = t21 + t21;
  int t23 = t22 + t22;
  int t24 = t23 + t23;
  int t25 = t24 + t24;
  int t26 = t25 + t25;
  int t27 = t26 + t26;
  int t28 = t27 + t27;
  int t29 = t28 + t28;
  int t30 = t29 + t29;
  int t31 = t30 + t30;
  int t32 = t31 + t31;
  int t33 = t32 + t32;
  int t34 = t33 + t33;
  int t35 = t34 + t34;
  int t36 = t35 + t35;
  int t37 = t36 + t36;
  int t38 = t37 + t37;
  int t39 = t38 + t38;
  int t40 = t39 + t39;
  int t41 = t40 + t40;
  int t42 = t41 + t41;
  int t43 = t42 + t42;
  int t44 = t43 + t43;
  a[t3] = 0;
#pragma endscop
}
