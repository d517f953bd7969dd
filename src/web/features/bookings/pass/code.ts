const groupOf = 4

/** A booking's code in groups that the eye holds: `7K49 · 2MXQ`, never torn at a line's end. */
export const groupCode = (code: string): string => groups(code).join('\u00a0·\u00a0')

/** For a screen reader, sign by sign: `7 K 4 9, 2 M X Q`. */
export const spellCode = (code: string): string =>
  groups(code)
    .map((group) => [...group].join(' '))
    .join(', ')

function groups(code: string): string[] {
  const signs = [...code]
  return Array.from({ length: Math.ceil(signs.length / groupOf) }, (_, n) =>
    signs.slice(n * groupOf, (n + 1) * groupOf).join(''),
  )
}
