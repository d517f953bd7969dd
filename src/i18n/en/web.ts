import { account } from './account.ts'
import { addresses } from './addresses.ts'
import { auth } from './auth.ts'
import { blog } from './blog.ts'
import { bookings } from './bookings.ts'
import { cart } from './cart.ts'
import { chargers } from './chargers.ts'
import { checkout } from './checkout.ts'
import { common } from './common.ts'
import { content } from './content.ts'
import { credits } from './credits.ts'
import { documents } from './documents.ts'
import { earnings } from './earnings.ts'
import { errors } from './errors.ts'
import { events } from './events.ts'
import { help } from './help.ts'
import { home } from './home.ts'
import { leads_form } from './leads_form.ts'
import { map } from './map.ts'
import { operator } from './operator.ts'
import { order_care } from './order_care.ts'
import { orders } from './orders.ts'
import { pages } from './pages.ts'
import { park } from './park.ts'
import { park_page } from './park_page.ts'
import { places } from './places.ts'
import { profile } from './profile.ts'
import { reviews } from './reviews.ts'
import { search } from './search.ts'
import { search_list } from './search_list.ts'
import { shell } from './shell.ts'
import { shop } from './shop.ts'
import { sliders } from './sliders.ts'
import { staff } from './staff.ts'
import { vehicles } from './vehicles.ts'
import { wallet } from './wallet.ts'

/** What the browser loads: one chunk for each language. Long texts (terms, policies) come with their pages. */
export const web = {
  account,
  addresses,
  auth,
  blog,
  bookings,
  chargers,
  cart,
  checkout,
  common,
  content,
  credits,
  documents,
  earnings,
  errors,
  events,
  help,
  home,
  leads_form,
  map,
  operator,
  order_care,
  orders,
  pages,
  park,
  park_page,
  places,
  profile,
  reviews,
  search,
  search_list,
  shell,
  shop,
  sliders,
  staff,
  vehicles,
  wallet,
}
