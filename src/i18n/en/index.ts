import { accounts } from './account/accounts.ts'
import { notifications } from './account/notifications.ts'
import { vehicles } from './account/vehicles.ts'
import { wallet_answers } from './account/wallet_answers.ts'
import { booking_access } from './booking_access.ts'
import { checkout } from './checkout.ts'
import { common } from './common.ts'
import { desk } from './desk.ts'
import { documents } from './documents.ts'
import { booking_mails } from './emails/booking_mails.ts'
import { document_mails } from './emails/document_mails.ts'
import { mails } from './emails/mails.ts'
import { news_push } from './emails/news_push.ts'
import { order_mails } from './emails/order_mails.ts'
import { payout_mails } from './emails/payout_mails.ts'
import { receipt_mails } from './emails/receipt_mails.ts'
import { refund_mails } from './emails/refund_mails.ts'
import { reminders } from './emails/reminders.ts'
import { report_mails } from './emails/report_mails.ts'
import { sms } from './emails/sms.ts'
import { staff_notices } from './emails/staff_notices.ts'
import { top_up_mails } from './emails/top_up_mails.ts'
import { end_reminder } from './end_reminder.ts'
import { errors } from './errors.ts'
import { guard } from './guard.ts'
import { home } from './home.ts'
import { home_lower } from './home_lower.ts'
import { pages } from './pages.ts'
import { papers } from './papers.ts'
import { mistakes } from './parks/mistakes.ts'
import { park } from './parks/park.ts'
import { park_details } from './parks/park_details.ts'
import { partners } from './parks/partners.ts'
import { places } from './places.ts'
import { quotes } from './quotes.ts'
import { search } from './search.ts'
import { shell } from './shell.ts'
import { courier } from './shop/courier.ts'
import { order_care } from './shop/order_care.ts'
import { leads } from './site/leads.ts'
import { page_mistakes } from './site/page_mistakes.ts'
import { seo } from './site/seo.ts'
import { wallet_passes } from './wallet_passes.ts'

/** The whole catalogue, by area. The web loads its areas as one chunk for each language. */
export const en = {
  accounts,
  booking_mails,
  booking_access,
  checkout,
  common,
  desk,
  document_mails,
  documents,
  end_reminder,
  errors,
  guard,
  courier,
  leads,
  home: { ...home, ...home_lower },
  mails,
  mistakes,
  notifications,
  order_care,
  order_mails,
  receipt_mails,
  report_mails,
  staff_notices,
  page_mistakes,
  pages,
  papers,
  park: { ...park, ...park_details },
  partners,
  places,
  quotes,
  payout_mails,
  refund_mails,
  reminders,
  search,
  seo,
  news_push,
  sms,
  shell,
  top_up_mails,
  vehicles,
  wallet_answers,
  wallet_passes,
}
