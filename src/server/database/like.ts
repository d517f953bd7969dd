/** A pattern for `like` that finds a text anywhere: `%` and `_` are letters of what is looked for. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
