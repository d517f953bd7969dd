import type { Park } from '#contract/parks/parks.ts'

/** The longest side of the small size. */
const small_px = 640

/** The `srcSet` of a photo in its two sizes. */
export function photoSources({ url, width, height }: Pick<Park['photos'][number], 'url' | 'width' | 'height'>): string {
  const small = Math.round(Math.min(width, (small_px * width) / Math.max(width, height)))
  return `${url}?size=small ${small}w, ${url} ${width}w`
}
