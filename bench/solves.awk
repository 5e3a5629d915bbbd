# Of what `outflank solve` or `outflank bench` printed, a position a line: positions, million nodes,
# seconds, million nodes a second, and how many are wrong.
{ for (i = 2; i < NF; i++) if ($i == "nodes") { n += $(i - 1); s += $(i + 1); lines++ } }
/WRONG/ { wrong++ }
END { printf "%d %.1f %.3f %.1f %d\n", lines, n / 1e6, s, (s > 0 ? n / s / 1e6 : 0), wrong }
