import { expect, test } from 'vitest'
import {
  Credentials,
  logIn,
  Profile,
  resendVerification,
  SocialLogin,
  logInWithProvider,
  verifyEmail,
} from '#contract/accounts/auth.ts'
import { extendBooking } from '#contract/bookings/booking-changes.ts'
import { changeBookingStatus, listBookings } from '#contract/bookings/bookings.ts'
import { getRate, listFees, listParks } from '#contract/parks/parks.ts'
import { Country, loadStates, State } from '#contract/places/places.ts'
import { setDefaultVehicle, Vehicle } from '#contract/vehicles/vehicles.ts'
import { findPaymentLink } from '#contract/wallet/payments.ts'
import {
  addFunds,
  createPaymentIntent,
  creditWallet,
  Gateway,
  getWallet,
  verifyPayment,
} from '#contract/wallet/wallet.ts'
import type { Schema } from './endpoint.ts'

interface Definition {
  type: string
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
  in?: Schema
}
const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition

/** The fields of an object, also if it is optional or within a list. */
function shapeOf(schema: Schema | undefined): Record<string, Schema> {
  if (schema === undefined) return {}
  const { shape, innerType, element, in: input } = definitionOf(schema)
  const inner = innerType ?? element ?? input
  if (shape !== undefined) return shape
  return shapeOf(inner)
}

const hasField = (schema: Schema | undefined, path: string): boolean => {
  const [name = '', ...rest] = path.split('.')
  const field = shapeOf(schema)[name]
  return field !== undefined && (rest.length === 0 || hasField(field, rest.join('.')))
}

/** The names of the specification, which other programs rely on (sections 3 and 7). */
test.each<[string, Schema | undefined, string[]]>([
  ['a country', Country, ['id', 'name', 'code', 'flag']],
  ['a state', State, ['id', 'name', 'country_id']],
  ['the states’ query', loadStates.query, ['country_id']],
  ['the fees’ query', listFees.query, ['country_id']],
  ['a profile', Profile, ['email', 'first_name', 'country_id', 'country.code']],
  ['a login', Credentials, ['identifier', 'password']],
  ['a login’s answer', logIn.answer, ['access_token']],
  ['a verification’s answer', verifyEmail.answer, ['token']],
  ['a new code', resendVerification.body, ['email']],
  ['a social login', SocialLogin, ['email', 'name', 'photo_url', 'firebase_uid', 'provider']],
  ['a social login’s answer', logInWithProvider.answer, ['access_token', 'is_new_user', 'user']],
  ['the bookings’ query', listBookings.query, ['page', 'status_filter']],
  ['a page of bookings', listBookings.answer, ['items', 'total', 'page', 'size', 'pages']],
  ['an extension', extendBooking.body, ['booking_id', 'new_end_time']],
  ['a change of status', changeBookingStatus.query, ['status']],
  ['the parks’ query', listParks.query, ['country', 'search', 'lat', 'lng', 'page']],
  ['a rate’s query', getRate.query, ['vehicle_type_id']],
  ['a vehicle', Vehicle, ['id', 'is_default']],
  ['a wallet', getWallet.answer, ['data.balance']],
  ['a top-up', addFunds.body, ['amount']],
  [
    'a top-up’s answer',
    addFunds.answer,
    ['authorization_url', 'checkout_url', 'payment_url'].map((name) => `data.payment_info.${name}`),
  ],
  ['a verified payment’s query', verifyPayment.query, ['payment_reference', 'amount', 'payment_provider']],
  ['a verified payment', verifyPayment.answer, ['status', 'data.new_balance']],
  ['a credit’s query', creditWallet.query, ['amount', 'reference', 'description']],
  ['a credit', creditWallet.answer, ['status', 'data.new_balance']],
  ['a payment intent', createPaymentIntent.body, ['amount', 'currency', 'metadata']],
  ['a payment intent’s answer', createPaymentIntent.answer, ['client_secret']],
  [
    'a gateway',
    Gateway,
    ['provider', 'name', 'currency', 'symbol', 'config.public_key', 'config.script_url', 'config.api_url', 'fallback'],
  ],
])('%s has the fields of the specification', (_name, schema, fields) => {
  expect(fields.filter((field) => !hasField(schema, field))).toEqual([])
})

test('the calls that change something by their address alone take no body', () => {
  for (const endpoint of [changeBookingStatus, setDefaultVehicle, verifyPayment, creditWallet])
    expect(endpoint, endpoint.name).not.toHaveProperty('body')
})

test.each([
  [{ authorization_url: 'a', checkout_url: 'c', payment_url: 'p' }, 'a'],
  [{ checkout_url: 'c', payment_url: 'p' }, 'c'],
  [{ payment_url: 'p' }, 'p'],
  [{}, undefined],
])('the payment link of %j is %s', (info, link) => expect(findPaymentLink(info)).toBe(link))
