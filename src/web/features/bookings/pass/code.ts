const groupOf = 4

/** A booking code in groups: `7K49 · 2MXQ`, with no line break within a group. */
export const groupCode = (code: string): string => groups(code).join('\u00a0·\u00a0')

/** For screen readers, character by character: `7 K 4 9, 2 M X Q`. */
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
