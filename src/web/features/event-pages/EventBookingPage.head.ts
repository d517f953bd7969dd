import type { MakeHead } from '#web/page/head.ts'
import type { preload } from './EventBookingPage.tsx'

/** The choice of a car park for an event, which search engines do not list. */
export const head: MakeHead<typeof preload> = ({ name, is_private }, { t }) => ({
  title: t('pages.eventBooking.title', { name }),
  description: t('pages.eventBooking.description', { name }),
  address: undefined,
  is_private,
  data: [],
})
