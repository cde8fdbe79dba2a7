/** The pictures that registration offers. */
export const STOCK_AVATARS = Array.from(
  { length: 9 },
  (_, index) => `/images/avatars/avatar-${index + 1}.svg`,
);
