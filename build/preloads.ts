import type { Plugin } from 'vite'

/** Where drivers go first. */
const pages = ['SearchPage', 'ParkPage', 'CheckoutPage', 'BookingsPage', 'BookingDetailsPage', 'ParkMap']
const isPage = new RegExp(`[\\\\/](${pages.join('|')})-`)

/**
 * What is fetched beside a part: all that it imports where drivers go first, elsewhere its styles. The lists stand in the
 * first file of every page, so that those of others, which find their imports a step later, would make it 3 kB larger.
 */
export const findPreloads = (file: string, parts: string[]): string[] =>
  isPage.test(file) ? parts : parts.filter((part) => part.endsWith('.css'))

/** A page that was renamed would load its imports a step later, without a word. */
export const preloadedPages: Plugin = {
  name: 'parkwell:preloaded-pages',
  apply: 'build',
  generateBundle(_options, bundle) {
    const names = new Set(Object.values(bundle).flatMap((value) => (value.type === 'chunk' ? [value.name] : [])))
    const missing = pages.filter((page) => !names.has(page))
    if (missing.length > 0) this.error(`build/preloads.ts names ${missing.join(', ')}, which have no chunk`)
  },
}
