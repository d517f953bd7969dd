/** A plate: 2 to 12 letters, digits, spaces, hyphens of any script; in capitals. */
export const plateForm = /^[\p{L}\d][\p{L}\d -]{0,10}[\p{L}\d]$/u

/** A plate as it is kept, of what was typed; undefined for what is none. */
export function plateOf(typed: string): string | undefined {
  const plate = typed.trim().toUpperCase()
  return plateForm.test(plate) ? plate : undefined
}
