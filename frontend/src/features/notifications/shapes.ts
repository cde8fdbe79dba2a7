/** Icons that only members see: they come with what shows them. */
export const BELL =
  "M5.500 17c1.500-1.500 1.500-3.500 1.500-6.500a5 5 0 0 1 10 0c0 3 0 5 1.500 6.500zM10 20.200a2.300 2.300 0 0 0 4 0";
export const BELL_OFF =
  "M8 6.800a5 5 0 0 1 9 3.200c0 2.200.1 3.900.6 5.200M15.500 17h-10c1.500-1.500 1.500-3.500 1.500-6.500M10 20.200a2.300 2.300 0 0 0 4 0M4 4l16 16";
