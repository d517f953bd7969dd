/** A version of a release, as in the changelog: three numbers. */
export const versionShape = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/

/** Whether a version comes before another. What is no version, such as one with a suffix, counts by its three numbers. */
export function isOlderVersion(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split('.').map((part) => Number.parseInt(part, 10)))
  const at = own!.findIndex((number, place) => number !== other![place])
  return at !== -1 && own![at]! < other![at]!
}
