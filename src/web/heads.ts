import { isContentPage, type PageKey, pageRoutes } from '#contract/pages.ts'
import { settings } from '#contract/settings/settings.ts'
import type { HeadContext, MakeHead, PageHead } from '#web/page/head.ts'
import type { SentenceKey } from '#web/page/translation.ts'

/** The heads of the pages, each beside its page: `HomePage.head.ts` of `HomePage.tsx`. Browsers do not load them. */
const heads = import.meta.glob<{ head: MakeHead }>('./features/*/*Page.head.ts', { eager: true })

/** The head of a page, by its key and its source file. A text without one of its own has that of the other texts. */
export const findHead = (key: PageKey, module: string): MakeHead =>
  (
    heads[module.replace('src/web/', './').replace('.tsx', '.head.ts')] ??
    (isContentPage(key) ? heads['./features/content-pages/ContentPage.head.ts'] : undefined)
  )?.head ?? ((_preloaded, { t }) => plainHead(key, t))

/** The title and the description that the catalogue has for a page. Search engines list it if its route says so. */
export function plainHead(key: PageKey, t: HeadContext['t']): PageHead {
  const route = pageRoutes.find((route) => route.key === key)!
  // Where guests cannot order, their page logs in to accounts alone.
  const words = key === 'guest' && !settings().site.guest_orders ? 'guest_accounts' : key
  return {
    title: t(`pages.${words}.title` as SentenceKey),
    description: t(`pages.${words}.description` as SentenceKey),
    address: route.listed && !route.path.includes(':') ? route.path : undefined,
    data: [],
  }
}

/** The head of an address that does not exist, by what it would be. */
export function missingHead(key: PageKey | undefined, t: HeadContext['t']): PageHead {
  const what =
    key === undefined ? 'not_found' : key.endsWith('Place') ? 'place_unknown' : (unknownOf[key] ?? 'not_found')
  return { title: t(`pages.${what}.title`), description: t(`pages.${what}.description`), address: undefined, data: [] }
}

/** The head of a page whose data cannot be read now: what it would be called is not known. */
export const unavailableHead = (t: HeadContext['t']): PageHead => ({
  title: settings().company.name,
  description: t('pages.home.description'),
  address: undefined,
  data: [],
})

const unknownOf: Partial<Record<PageKey, 'park_unknown' | 'event_unknown' | 'shop_unknown'>> = {
  service: 'shop_unknown',
  branch: 'shop_unknown',
  park: 'park_unknown',
  checkout: 'park_unknown',
  gate: 'park_unknown',
  event: 'event_unknown',
  eventBooking: 'event_unknown',
}
