/** A booking code in two groups, as passes show it: `7K49 2MXQ`. */
export const spaceCode = (code: string): string => code.replace(/^(.{4})(.{4})$/, '$1\u00a0$2')
