/** Where something is stored on a reader's device: a cookie is sent to the server, the rest stays there. */
type Place = 'cookie' | 'browser' | 'tab' | 'database'

/** What it is for; each has its sentence (`desk.settings.cookies.purposes`). */
export const devicePurposes = [
  'login',
  'security',
  'choices',
  'closed',
  'private_event',
  'sent_form',
  'fresh_reads',
  'profile',
  'offline',
  'cart',
  'drafts',
  'favourites',
  'searches',
  'recovery',
  'desk',
  'guard',
  'courier',
] as const
type Purpose = (typeof devicePurposes)[number]

/** Until when: a year, the end of the browser's or tab's session, a logout, some time, or until it is removed. */
type Until = 'year' | 'session' | 'logout' | 'six_hours' | 'minutes' | 'removed'

export interface DeviceData {
  /** Its name; `*` stands for what differs. */
  name: string
  place: Place
  purpose: Purpose
  until: Until
}

const entry = (name: string, place: Place, purpose: Purpose, until: Until): DeviceData => ({
  name,
  place,
  purpose,
  until,
})

/** Everything that the product stores on devices of its readers. A test finds what is stored and missing here. */
export const deviceData: readonly DeviceData[] = [
  entry('language', 'cookie', 'choices', 'year'),
  entry('country', 'cookie', 'choices', 'year'),
  entry('signed_in', 'cookie', 'login', 'logout'),
  entry('closed_announcements', 'cookie', 'closed', 'year'),
  entry('device', 'cookie', 'security', 'year'),
  entry('event_grant_*', 'cookie', 'private_event', 'six_hours'),
  entry('sent_form', 'cookie', 'sent_form', 'minutes'),
  entry('changed', 'cookie', 'fresh_reads', 'minutes'),
  entry('parkwell_user_token', 'browser', 'login', 'logout'),
  entry('session_ends_with_browser', 'browser', 'login', 'logout'),
  entry('social_login_success', 'browser', 'login', 'logout'),
  entry('social_login_new_user', 'browser', 'login', 'logout'),
  entry('social_redirect', 'tab', 'login', 'session'),
  entry('email', 'browser', 'login', 'removed'),
  entry('user', 'browser', 'profile', 'logout'),
  entry('profile', 'browser', 'profile', 'logout'),
  entry('vehicles', 'browser', 'profile', 'logout'),
  entry('language', 'browser', 'choices', 'removed'),
  entry('selectedCountry', 'browser', 'choices', 'removed'),
  entry('countryAutoDetected', 'browser', 'choices', 'removed'),
  entry('countries', 'browser', 'choices', 'removed'),
  entry('states', 'browser', 'choices', 'removed'),
  entry('ip_lookup', 'browser', 'choices', 'removed'),
  entry('searchView', 'browser', 'choices', 'removed'),
  entry('shop_branch', 'browser', 'choices', 'removed'),
  entry('demo_banner_hidden', 'tab', 'closed', 'session'),
  entry('bookings_offline', 'browser', 'offline', 'logout'),
  entry('spots_here', 'browser', 'offline', 'logout'),
  entry('changes_waiting', 'browser', 'offline', 'logout'),
  entry('cart_token', 'browser', 'cart', 'removed'),
  entry('cart_count', 'browser', 'cart', 'removed'),
  entry('shop_booking', 'tab', 'cart', 'session'),
  entry('order_draft', 'tab', 'drafts', 'session'),
  entry('checkout_quote', 'tab', 'drafts', 'session'),
  entry('checkout_draft:*', 'tab', 'drafts', 'session'),
  entry('topup_return:*', 'tab', 'drafts', 'session'),
  entry('checkout_plate', 'tab', 'drafts', 'session'),
  entry('auth_draft', 'tab', 'drafts', 'session'),
  entry('email_login', 'tab', 'drafts', 'session'),
  entry('documents_unsaved', 'tab', 'drafts', 'session'),
  entry('favouriteParks', 'browser', 'favourites', 'removed'),
  entry('recentSearches', 'browser', 'searches', 'logout'),
  entry('recentSearchesOff', 'browser', 'searches', 'removed'),
  entry('page_retries', 'tab', 'recovery', 'session'),
  entry('desk_theme', 'browser', 'desk', 'removed'),
  entry('desk_branch', 'browser', 'desk', 'removed'),
  entry('desk_menu_*', 'browser', 'desk', 'removed'),
  entry('desk_single_keys', 'browser', 'desk', 'removed'),
  entry('desk_return_points', 'tab', 'desk', 'session'),
  entry('order_board_muted', 'browser', 'desk', 'removed'),
  entry('order_tickets_branches', 'browser', 'desk', 'removed'),
  entry('order_tickets_printed', 'browser', 'desk', 'removed'),
  entry('counter-*', 'database', 'desk', 'removed'),
  entry('guard_session', 'browser', 'guard', 'logout'),
  entry('guard-*', 'database', 'guard', 'logout'),
  entry('courier_session', 'browser', 'courier', 'logout'),
  entry('courier-*', 'database', 'courier', 'logout'),
]
