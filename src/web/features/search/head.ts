import type { MakeHead } from '#web/lib/head.ts'

/** Search engines list the pages of places and car parks instead. */
export const searchHead: MakeHead = (_preloaded, { t }) => ({
  title: t('pages.search.title'),
  description: t('pages.search.description'),
  address: undefined,
  data: [],
})
