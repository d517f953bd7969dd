import { parkLabel } from '#contract/parks/park-label.ts'
import type { MakeHead } from '#web/page/head.ts'
import type { preload } from './CheckoutPage.tsx'

/** The checkout of a park, or the one at its gate. */
export const head: MakeHead<typeof preload> = (park, { key, t }) => {
  const page = key === 'gate' ? 'gate' : 'checkout'
  const name = parkLabel(park, t)
  return {
    title: t(`pages.${page}.title`, { name }),
    description: t(`pages.${page}.description`, { name }),
    address: undefined,
    data: [],
  }
}
