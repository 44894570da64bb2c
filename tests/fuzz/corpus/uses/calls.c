/* s_S_get_A */ #define G(M) S_S_HAS(v, M)
s_S_get_B(v, &x); s_S_B_at(v, 0, &x); s_S_get_Bb(); // s_S_get_A
x = S_S_READ(1_0, a, B, (b, 1)) + S_S_1_0_a_OFFSET_A + s_S_u_get_C + 1'0.5e-3;
c = "s_S\"" R"x(s_S_get_A)x" '\''; s_S_fol\
low_Next(v) S_S_OFFSET(v, Nxt) S_S_AT_1_0_a
