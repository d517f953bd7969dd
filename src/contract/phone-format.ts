const groups = [
  [/^(\+234)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4'],
  [/^(\+221)(\d\d)(\d{3})(\d\d)(\d\d)$/, '$1 $2 $3 $4 $5'],
  [/^(\+1)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4'],
] as const

/** Groups the digits of a stored number for people to read, with no-break spaces. Other countries' stay as they are. */
export const formatPhone = (phone: string): string =>
  groups.reduce((text, [pattern, shape]) => text.replace(pattern, shape.replaceAll(' ', '\u00a0')), phone)
