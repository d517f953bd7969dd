/** A `like` pattern that matches `text` anywhere; escapes its wildcards. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
