import { accounts } from './accounts.ts'
import { booking_mails } from './booking_mails.ts'
import { checkout } from './checkout.ts'
import { common } from './common.ts'
import { desk } from './desk.ts'
import { document_mails } from './document_mails.ts'
import { documents } from './documents.ts'
import { end_reminder } from './end_reminder.ts'
import { errors } from './errors.ts'
import { guard } from './guard.ts'
import { home } from './home.ts'
import { leads } from './leads.ts'
import { mails } from './mails.ts'
import { mistakes } from './mistakes.ts'
import { notifications } from './notifications.ts'
import { order_care } from './order_care.ts'
import { order_mails } from './order_mails.ts'
import { page_mistakes } from './page_mistakes.ts'
import { pages } from './pages.ts'
import { papers } from './papers.ts'
import { park } from './park.ts'
import { partners } from './partners.ts'
import { places } from './places.ts'
import { quotes } from './quotes.ts'
import { refund_mails } from './refund_mails.ts'
import { reminders } from './reminders.ts'
import { search } from './search.ts'
import { seo } from './seo.ts'
import { shell } from './shell.ts'
import { staff_notices } from './staff_notices.ts'
import { top_up_mails } from './top_up_mails.ts'
import { vehicles } from './vehicles.ts'
import { wallet_answers } from './wallet_answers.ts'

/** The whole catalogue, by area. The web loads its areas as one chunk for each language. */
export const en = {
  accounts,
  booking_mails,
  checkout,
  common,
  desk,
  document_mails,
  documents,
  end_reminder,
  errors,
  guard,
  leads,
  home,
  mails,
  mistakes,
  notifications,
  order_care,
  order_mails,
  staff_notices,
  page_mistakes,
  pages,
  papers,
  park,
  partners,
  places,
  quotes,
  refund_mails,
  reminders,
  search,
  seo,
  shell,
  top_up_mails,
  vehicles,
  wallet_answers,
}
