import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { basename } from 'node:path'
import { desk } from '#i18n/en/desk.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import {
  adminMember,
  book,
  bookNow,
  buildDriver,
  codeFor,
  fromNow,
  parksToBook,
  send,
  type Choice,
  type E2eDriver,
} from '#test/e2e/kit/drivers.ts'
import { buildPhotographedService, buildReturnedOrder } from '#test/e2e/shop/cared-orders.ts'
import { placeOrder } from '#test/e2e/shop/orders.ts'

/*
 * Every form of the web, how to get to it, and which of its fields is wrong when it is sent without anything in it. Page
 * tests send each (`empty-forms.page.test.tsx`).
 */

const words = wordsOf.en

/** What a person does before a form is there: presses a button, a choice or a fold, types into a field, or ticks a box. */
export type Step = { press: string | RegExp } | { type: string; text: string } | { check: string }

export interface FormCase {
  /** The component whose element the form is, with its file: `RatingForm.tsx RatingForm`. */
  form: string
  path: string | ((world: FormWorld) => string)
  by?: 'driver' | 'newcomer' | 'guest' | 'admin'
  country?: 'NG'
  steps?: readonly Step[] | ((world: FormWorld) => readonly Step[])
  /** The name of the first wrong field. */
  first: string
}

/** What the forms are about. */
export interface FormWorld {
  driver: E2eDriver
  /** With nothing that keeps an account open. */
  newcomer: Pick<E2eDriver, 'token'>
  /** Without a password. */
  guest: Pick<E2eDriver, 'token'>
  admin: E2eDriver
  park: Choice
  code: string
  ended: string
  /** Of a booking that runs. */
  now: string
  returned: string
  service: string
  /** Ready to be handed over. */
  ready: string
  /** Waits for its branch. */
  waiting: { id: string; order_number: string }
}

/** A driver with bookings, orders and a claim, and a member of staff, on a running server with the shipped data. */
export async function buildFormWorld(base: string): Promise<FormWorld> {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })
  const { token } = driver
  const body = { identifier: adminMember.email, password: adminMember.password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  const admin = { ...adminMember, token: access_token }
  const toronto = { lat: 43.6532, lng: -79.3832 }
  const [park] = await parksToBook(base, toronto)
  const { booking_code: code } = await book(base, driver, park!)
  const service = await buildPhotographedService(base, driver)
  const returned = await buildReturnedOrder(base, driver)
  const step = (id: string, name: string, content?: object) =>
    send(base, 'POST', `/api/v1/admin/online-orders/${id}/${name}`, {
      token: access_token,
      ...(content && { body: content }),
    })
  const ready = await placeOrder(base, driver, 'food', 'delivery')
  await step(ready.id, 'accept', {})
  await step(ready.id, 'ready')
  await step(ready.id, 'send')
  const waiting = await placeOrder(base, driver)
  await claim(base, token)
  await fillCart(base, token)
  const ended = await endBooking(base, driver)
  const { booking_code: now } = await bookNow(base, driver)
  const of = ({ order_number }: { order_number: string }) => order_number
  return {
    driver,
    newcomer: await buildDriver(base, { country_code: 'CA', language: 'en' }),
    guest: await buildGuest(base),
    admin,
    park: park!,
    code,
    ended,
    now,
    service: of(service),
    returned: of(returned),
    ready: of(ready),
    waiting,
  }
}

/** An account without a password. */
async function buildGuest(base: string): Promise<Pick<E2eDriver, 'token'>> {
  const email = `guest-${crypto.randomUUID()}@example.com`
  await send(base, 'POST', '/api/v1/auth/guest', { body: { email, accept_terms: true, language: 'en' } })
  const body = { email, code: await codeFor(base, email), country_code: 'CA' }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/guest/verify', { body })
  return { token: access_token }
}

/** A booking that its driver has ended, at a car park without check-in. */
async function endBooking(base: string, driver: E2eDriver): Promise<string> {
  for (const choice of await parksToBook(base, { lat: 43.6532, lng: -79.3832 }, fromNow())) {
    const park = await send<{ policies: { check_in: string } }>(base, 'GET', `/api/v1/front/parks/${choice.slug}`)
    if (park.policies.check_in !== 'clock') continue
    const { booking_code } = await book(base, driver, choice)
    const { id } = await send<{ id: string }>(base, 'GET', `/api/v1/bookings/${booking_code}`, driver)
    const body = { at: new Date().toISOString() }
    await send(base, 'POST', `/api/v1/bookings/${id}/check-out`, { token: driver.token, body })
    return booking_code
  }
  throw new Error('no car park without check-in')
}

/** A claim of a car park that no operator has. */
async function claim(base: string, token: string): Promise<void> {
  interface Listed {
    items: { slug: string; bookable: boolean }[]
    pages: number
  }
  const read = (page: number) =>
    send<Listed>(base, 'GET', `/api/v1/parks/front/parks/?country=US&size=100&page=${page}`)
  const { items } = await read((await read(1)).pages)
  const { slug } = items.findLast((park) => !park.bookable)!
  const body = { park: slug, company: 'Union Parking' }
  await send(base, 'POST', '/api/v1/partners/claims', { token, body })
}

/** A wash in the cart, which needs a vehicle. */
async function fillCart(base: string, token: string): Promise<void> {
  const item = await send<{ id: string; variations: { id: string }[] }>(
    base,
    'GET',
    '/api/v1/marketplace/items/full-wash?branch=yorkville',
  )
  const body = {
    branch: 'yorkville',
    replace: true,
    item_id: item.id,
    quantity: 1,
    variation_id: item.variations[0]!.id,
  }
  await send(base, 'POST', '/api/v1/cart/lines', { token, body })
}

const checkoutOf = ({ park: { slug, start_time, end_time } }: FormWorld): string =>
  `/checkout/${slug}?${new URLSearchParams({ start: start_time, end: end_time })}`
const press = (name: string | RegExp): Step => ({ press: name })
const { orders, records } = desk
const care = words.order_care

const ofPark =
  (tab: string) =>
  ({ park }: FormWorld) =>
    `/desk/parks/${park.id}?tab=${tab}`
const lead = 'Form.tsx Fields'
const edit = 'EditForm.tsx EditForm'

/** By what people would call them. */
export const forms: Readonly<Record<string, FormCase>> = {
  login: { form: 'LoginForm.tsx PasswordForm', path: '/auth', first: 'identifier' },
  registration: { form: 'RegisterPage.tsx RegisterPage', path: '/register', first: 'first_name' },
  'code of a registration': {
    form: 'VerifyPage.tsx VerifyPage',
    path: '/verify?email=ada%40example.com',
    first: 'code',
  },
  'code for a new password': { form: 'ResetSteps.tsx RequestCodeForm', path: '/forgot-password', first: 'email' },
  'new password': {
    form: 'ResetSteps.tsx NewPassword',
    path: '/forgot-password',
    steps: [{ type: words.auth.email, text: 'nobody@example.com' }, press(words.auth.forgot.send)],
    first: 'code',
  },
  guest: { form: 'EmailLogin.tsx AddressStep', path: '/guest', first: 'email' },
  'code of a guest': {
    form: 'EmailLogin.tsx CodeStep',
    path: '/guest',
    steps: [
      { type: words.auth.email, text: 'guest-of-forms@example.com' },
      { check: '' },
      press(words.auth.email_login.send),
    ],
    first: 'code',
  },
  'mobile number of a guest': {
    form: 'NumberLogin.tsx NumberStep',
    path: '/guest',
    steps: [press(words.auth.email_login.by_number)],
    first: 'phone',
  },
  'texted code of a guest': {
    form: 'NumberLogin.tsx NumberCodeStep',
    path: '/guest',
    steps: [
      press(words.auth.email_login.by_number),
      { type: words.auth.number_login.phone, text: '416 555 0142' },
      { check: '' },
      press(words.auth.number_login.send),
    ],
    first: 'code',
  },
  'private event': { form: 'PrivateEventPage.tsx PrivateEventPage', path: '/private-event-access', first: 'code' },
  contact: { form: lead, path: '/help', first: 'name' },
  demo: { form: lead, path: '/book-demo', first: 'starts_at' },
  careers: { form: lead, path: '/careers', first: 'name' },
  'business account': { form: lead, path: '/business-accounts', first: 'company' },
  'car park management': { form: lead, path: '/car-park-management', first: 'country_code' },
  'charger to rent out': { form: lead, path: '/rent-out-ev-charger', first: 'country_code' },
  affiliates: { form: lead, path: '/affiliates', first: 'name' },
  'vehicle documents': { form: 'Steps.tsx Steps', path: '/vehicle-docs-renewal', country: 'NG', first: 'state' },
  'owner of vehicle documents': {
    form: 'Steps.tsx Steps',
    path: '/vehicle-docs-renewal?step=4',
    country: 'NG',
    first: 'owner_name',
  },
  profile: { form: 'ProfileForm.tsx ProfileForm', path: '/profile', by: 'driver', first: 'first_name' },
  'mobile number': {
    form: 'TextMessages.tsx NumberForm',
    path: '/notifications',
    by: 'newcomer',
    steps: [press(words.account.notifications.settings.title)],
    first: 'phone',
  },
  'top-up': { form: 'TopUpForm.tsx TopUpForm', path: '/wallet', by: 'driver', first: 'amount' },
  password: {
    form: 'PasswordSection.tsx PasswordForm',
    path: '/profile',
    by: 'driver',
    steps: [press(words.account.password.change)],
    first: 'current_password',
  },
  'first password': {
    form: 'PasswordSection.tsx FirstPasswordForm',
    path: '/profile',
    by: 'guest',
    steps: [press(words.account.password.set)],
    first: 'code',
  },
  'end of an account': {
    form: 'EraseForm.tsx EraseForm',
    path: '/profile',
    by: 'newcomer',
    steps: [press(words.account.privacy.erase)],
    first: 'password',
  },
  vehicle: {
    form: 'VehicleDialog.tsx VehicleDialog',
    path: '/profile',
    by: 'driver',
    steps: [press(words.vehicles.add)],
    first: 'plate',
  },
  address: {
    form: 'AddressForm.tsx AddressForm',
    path: '/addresses',
    by: 'driver',
    steps: [press(words.addresses.add)],
    first: 'lat',
  },
  'plate of a booking': {
    form: 'PlateDialog.tsx PlateDialog',
    path: ({ code }) => `/booking-details/${code}`,
    by: 'driver',
    steps: [press(words.bookings.action.plate)],
    first: 'plate',
  },
  'code of a gate': {
    form: 'GateScanner.tsx GateScanner',
    path: ({ now }) => `/booking-details/${now}`,
    by: 'driver',
    steps: [press(words.bookings.gate_scan.action)],
    first: 'gate_code',
  },
  checkout: { form: 'CheckoutBody.tsx CheckoutBody', path: checkoutOf, by: 'driver', first: 'plate' },
  'promo code': {
    form: 'PromoField.tsx PromoField',
    path: checkoutOf,
    by: 'driver',
    steps: [press(words.checkout.promo_open)],
    first: 'promo_code',
  },
  'mistake about a car park': {
    form: 'MistakeDialog.tsx MistakeDialog',
    path: ({ park }) => `/park/${park.slug}`,
    steps: [press(words.park_page.mistake.open)],
    first: 'kind',
  },
  'review of a car park': {
    form: 'ReviewForm.tsx ReviewForm',
    path: ({ ended }) => `/booking-details/${ended}`,
    by: 'driver',
    first: 'rating',
  },
  'item of the shop': {
    form: 'ItemForm.tsx ItemForm',
    path: '/marketplace/full-wash?branch=yorkville',
    first: 'variation_id',
  },
  coupon: {
    form: 'CouponField.tsx CouponField',
    path: '/cart',
    by: 'driver',
    steps: [press(words.cart.coupon_open)],
    first: 'promo_code',
  },
  order: { form: 'CartCheckoutPage.tsx Checkout', path: '/cart/checkout', by: 'driver', first: 'plate' },
  'rating of an order': {
    form: 'RatingForm.tsx RatingForm',
    path: ({ returned }) => `/order/${returned}`,
    by: 'driver',
    first: 'rating',
  },
  'message about an order': {
    form: 'Messages.tsx MessageForm',
    path: ({ returned }) => `/order/${returned}`,
    by: 'driver',
    first: 'message',
  },
  'report of a service': {
    form: 'ProblemDialog.tsx ProblemDialog',
    path: ({ service }) => `/order/${service}`,
    by: 'driver',
    steps: [press(care.problems.open)],
    first: 'problem',
  },
  'claim of a car park': { form: 'OperatorForm.tsx OperatorForm', path: '/partners', by: 'driver', first: 'park' },
  'code of a claim': { form: 'OwnRequests.tsx CodeForm', path: '/partners', by: 'driver', first: 'claim_code' },

  invitation: { form: 'InviteScreen.tsx InviteScreen', path: '/desk/invite/new', by: 'admin', first: 'email' },
  role: { form: 'RoleScreen.tsx RoleForm', path: '/desk/roles/new', by: 'admin', first: 'role_name' },
  'promo code of staff': { form: edit, path: '/desk/coupons/new', by: 'admin', first: 'code' },
  'refund of an order': {
    form: 'RefundForm.tsx RefundForm',
    path: ({ ready }) => `/desk/online-orders/${ready}?tab=money`,
    by: 'admin',
    steps: [press(orders.money.refund), press(orders.money.by_amount)],
    first: 'refund_cause',
  },
  'reply to a customer': {
    form: 'MessagesPanel.tsx Reply',
    path: ({ returned }) => `/desk/online-orders/${returned}?tab=messages`,
    by: 'admin',
    first: 'reply',
  },
  'code of a handover': {
    form: 'StepDialog.tsx StepDialog',
    path: '/desk/order-board',
    by: 'admin',
    steps: [press(orders.board.steps.hand_over)],
    first: 'handover_code',
  },
  'customer on the phone': {
    form: 'CustomerStep.tsx CustomerStep',
    path: '/desk/phone-order',
    by: 'admin',
    first: 'customer_search',
  },
  'photo of a handover': {
    form: 'PhotosPanel.tsx HandOverForm',
    path: ({ ready }) => `/desk/online-orders/${ready}?tab=photos`,
    by: 'admin',
    first: 'photo',
  },
  'refund of a booking': {
    form: 'BookingRefund.tsx BookingRefund',
    path: ({ code }) => `/desk/bookings/${code}`,
    by: 'admin',
    steps: [press(records.bookings.actions.refund)],
    first: 'cause',
  },
  'other times for a customer': {
    form: 'ChangeTimes.tsx ChangeTimes',
    path: ({ code }) => `/desk/bookings/${code}`,
    by: 'admin',
    steps: [press(records.bookings.actions.extend)],
    first: 'end_time',
  },
  'cancellation for a customer': {
    form: 'CancelForCustomer.tsx CancelForCustomer',
    path: ({ code }) => `/desk/bookings/${code}`,
    by: 'admin',
    steps: [press(records.bookings.actions.cancel_for_customer)],
    first: 'reason',
  },
  'many bookings': {
    form: 'BulkBar.tsx BulkDialog',
    path: ({ driver }) => `/desk/bookings?search=${encodeURIComponent(driver.email)}`,
    by: 'admin',
    // Where a car park is called so.
    country: 'NG',
    steps: [{ check: desk.bulk.select_page }, press(records.bookings.actions.cancel)],
    first: 'reason',
  },
  guards: { form: 'GuardsPanel.tsx GuardsPanel', path: ofPark('guards'), by: 'admin', first: 'guard_email' },
  cameras: { form: 'CamerasPanel.tsx CamerasPanel', path: ofPark('guards'), by: 'admin', first: 'camera_name' },
  capacity: { form: 'CapacityForms.tsx CapacityForm', path: ofPark('capacity'), by: 'admin', first: 'capacity' },
  closure: { form: 'CapacityForms.tsx ClosureForm', path: ofPark('capacity'), by: 'admin', first: 'closure_start' },
  entrances: {
    form: 'EntrancesForm.tsx EntrancesForm',
    path: ofPark('photos'),
    by: 'admin',
    steps: [press(desk.parks.entrances.add)],
    first: 'entrances.0.lat',
  },
  photo: { form: 'PhotosPanel.tsx UploadForm', path: ofPark('photos'), by: 'admin', first: 'description_en' },
}

/** Forms that are not walked, with the reason: most of them cannot be sent wrong. */
export const otherForms: Readonly<Record<string, string>> = {
  'OpenShift.tsx OpenShift': 'without a count the drawer is empty',
  'PayDialog.tsx PayDialog': 'without an amount the cash is exact',
  'CashDialog.tsx CashDialog': 'needs an open shift; src/web/features/desk/pos/pos.page.test.tsx sends it empty',
  'CounterRefund.tsx CounterRefund': 'needs an open shift; a notice at its field asks for a number',
  'ParkedSales.tsx ParkDialog': 'needs an open shift; a notice at its field asks for a name',
  'EventDialog.tsx EventDialog': 'needs an open shift; src/web/features/desk/pos/pos.page.test.tsx sends it',
  'SaleOptions.tsx CustomerDialog': 'needs an open shift; a notice at its field asks for something to find',
  'SaleOptions.tsx DiscountDialog': 'needs an open shift; src/web/features/desk/pos/pos.page.test.tsx sends it',
  'SaleOptions.tsx NoteDialog': 'without a text there is no note',
  'BookParking.tsx BookParking':
    'needs an open shift; src/web/features/desk/pos/parking/parking.page.test.tsx sends it empty',
  'FindParking.tsx FindParking': 'needs an open shift; a notice at its field asks for a code',
  'SoldNotice.tsx MailDialog': 'needs a sale; src/web/features/desk/pos/pos.page.test.tsx sends it empty',
  'PinDialog.tsx PinDialog': 'needs an open shift; src/web/features/desk/pos/lock/lock.page.test.tsx sends it empty',
  'LockScreen.tsx Unlock': 'needs a locked counter; src/web/features/desk/pos/lock/lock.page.test.tsx sends it empty',
  'CloseDialog.tsx CloseDialog': 'needs an open shift; src/web/features/desk/pos/pos.page.test.tsx sends it empty',
  'PayoutAccount.tsx NumberForm':
    'needs a payee, which a job adds; src/web/features/desk/money/payouts.page.test.tsx sends it empty',
  'ChangeMany.tsx ChangeMany': 'opens with chosen rows; its own test sends it empty',
  'BrowseSearch.tsx BrowseSearch': 'without a name it lists everything',
  'BrowseSelect.tsx BrowseSelect': 'always has a choice',
  'SearchBox.tsx SearchBox': 'without a place it searches where the visitor is',
  'Menu.tsx SortField': 'always has a choice',
  'ListTools.tsx SearchBox': 'without a word it lists everything',
  'FilterEditor.tsx DaysEditor': 'without days the filter is removed',
  'FilterEditor.tsx TextEditor': 'without a text the filter is removed',
  'Palette.tsx Palette': 'opens the first hit of what is typed, if there is one',
  'SpotDialog.tsx SpotDialog': 'everything is optional',
  'ChangeLineDialog.tsx Choices': 'begins with what is in the cart',
  'RefundDialog.tsx RefundDialog': 'without an amount all is refunded',
  'DraftCart.tsx DraftCart': 'without a code the coupon is removed',
  'ViewDialogs.tsx SaveDialog': 'its button waits for a name',
  'RecordNotes.tsx NoteForm': 'its button waits for a text',
  'PricesPanel.tsx PriceForm': 'its button waits for a change',
  'VariationsPanel.tsx VariationForm': 'without a choice the item has no variations',
  'SocialLogin.tsx ProveAccount': 'its button waits for a password',
  'BookInspection.tsx BookInspection': 'a notice above its times asks for one of them',
  'FactorForm.tsx FactorForm': 'is about a code alone, and sends it with its last digit',
  'FactorScreen.tsx CodeForm': 'is about a code alone, and sends it with its last digit',
  'TextMessages.tsx CodeForm': 'is about a code alone, and sends it with its last digit',
  'SecondFactor.tsx SetUp': 'comes after a password: src/web/features/desk/people/second-factor.page.test.tsx',
  'InvitationPage.tsx Registration': 'src/web/features/auth/invitation.page.test.tsx sends it without anything in it',
  'ReauthDialog.tsx ReauthDialog': 'is about a password alone, which it has the focus for',
  'BookingField.tsx BookingField':
    'is optional beside an order that has items, and asks for a code only if it is pressed',
  'ProfileScreens.tsx EditProfile': 'an emptied field stays as it is',
  'Schedules.tsx NewSchedule': 'begins with the person who opens it, and every choice has one',
  'SentenceDialog.tsx SentenceDialog':
    'src/web/features/desk/settings/languages.page.test.tsx sends it without a value',
  'SettingsGroup.tsx GroupForm': 'begins with what holds, and its button waits for a change',
  'ItemDialog.tsx Choices': 'an item with a choice says above it that one is missing',
  'SaveTariff.tsx SaveTariff': 'begins today, and its tariff is checked beside it',
  'GuardPage.tsx SetupScreen': 'keeps a key in a browser: test/e2e/gate/guard.spec.ts',
  'DeclineForm.tsx DeclineForm': 'comes after a delivery: test/e2e/shop/courier.spec.ts',
  'HandIns.tsx TakeCash': 'comes after announced cash: test/e2e/shop/courier.spec.ts',
  'CashSection.tsx HandInForm': 'begins with what the courier holds',
  'PickUpForm.tsx PickUpForm': 'comes after a delivery: test/e2e/shop/courier.spec.ts',
  'HandOverForm.tsx WithCode': 'comes after a delivery: test/e2e/shop/courier.spec.ts',
  'HandOverForm.tsx WithPhoto': 'comes after a delivery: test/e2e/shop/courier.spec.ts',
  'BringBackForm.tsx BringBackForm': 'comes after a delivery: test/e2e/shop/courier.spec.ts',
  'ParksScreen.tsx CodeForm': 'comes after the key of a phone: test/e2e/gate/guard.spec.ts',
  'Search.tsx Search': 'comes after the key of a phone: test/e2e/gate/guard.spec.ts',
  'ReturnPage.tsx ReturnForm': 'src/web/features/orders/returns.page.test.tsx sends it without a reason',
  'EnterResult.tsx EnterResult': 'src/web/features/desk/documents/documents-desk.page.test.tsx sends it without a scan',
  'RecordActions.tsx ActionDialog': 'src/web/features/desk/orders/orders-desk.page.test.tsx sends it without a reason',
  'CustomerStep.tsx NewCustomer': 'opens for an address that nobody has, with the fields of a registration',
  'HandoverPart.tsx Confirm': 'its button waits for four digits',
}

/** The forms of the sources, as `forms` names them. */
export async function listSourceForms(): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob('src/web/**/*.tsx')) {
    if (file.endsWith('.test.tsx')) continue
    let component = ''
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [, declared, assigned] =
        /^(?:export )?(?:default )?function (\w+)|^(?:export )?const (\w+)/.exec(line) ?? []
      component = declared ?? assigned ?? component
      if (/<form\b/.test(line)) found.push(`${basename(file)} ${component}`)
    }
  }
  return found
}
