/** Returns the public name of a reviewer: `Ada L.`. */
export function toAuthorName({ first_name, last_name }: { first_name: string; last_name: string | null }): string {
  const initial = [...(last_name ?? '').trim()][0]
  return initial === undefined ? first_name.trim() : `${first_name.trim()} ${initial.toLocaleUpperCase()}.`
}
