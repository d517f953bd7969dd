import { account } from './account/account.ts'
import { auth } from './account/auth.ts'
import { profile } from './account/profile.ts'
import { vehicles } from './account/vehicles.ts'
import { wallet } from './account/wallet.ts'
import { booking_access } from './booking_access.ts'
import { bookings } from './bookings.ts'
import { checkout } from './checkout.ts'
import { common } from './common.ts'
import { credits } from './credits.ts'
import { documents } from './documents.ts'
import { errors } from './errors.ts'
import { home } from './home.ts'
import { home_lower } from './home_lower.ts'
import { map } from './map.ts'
import { pages } from './pages.ts'
import { chargers } from './parks/chargers.ts'
import { earnings } from './parks/earnings.ts'
import { operator } from './parks/operator.ts'
import { park } from './parks/park.ts'
import { park_details } from './parks/park_details.ts'
import { park_page } from './parks/park_page.ts'
import { reviews } from './parks/reviews.ts'
import { photo } from './photo.ts'
import { places } from './places.ts'
import { search } from './search.ts'
import { search_list } from './search_list.ts'
import { shell } from './shell.ts'
import { addresses } from './shop/addresses.ts'
import { cart } from './shop/cart.ts'
import { order_care } from './shop/order_care.ts'
import { orders } from './shop/orders.ts'
import { shop } from './shop/shop.ts'
import { app_update } from './site/app_update.ts'
import { blog } from './site/blog.ts'
import { content, content_pages } from './site/content.ts'
import { events } from './site/events.ts'
import { help } from './site/help.ts'
import { leads_form } from './site/leads_form.ts'
import { place_pages } from './site/place_pages.ts'
import { sliders } from './sliders.ts'
import { staff } from './staff.ts'

/** What the browser loads: one chunk for each language. Long texts (terms, policies) come with their pages. */
export const web = {
  account,
  addresses,
  app_update,
  auth,
  blog,
  bookings,
  chargers,
  cart,
  booking_access,
  checkout,
  common,
  content,
  content_pages,
  credits,
  documents,
  earnings,
  errors,
  events,
  help,
  home: { ...home, ...home_lower },
  leads_form,
  map,
  operator,
  order_care,
  orders,
  pages,
  park: { ...park, ...park_details },
  park_page,
  photo,
  place_pages,
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
