import * as z from 'zod/mini'
import { bookingParams } from '#contract/bookings/bookings.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { wallets } from './wallets.ts'

/* Passes of bookings in Apple Wallet and Google Wallet, and the calls by which Apple's devices keep theirs up to date. */

const booking = { tag: 'bookings', auth: 'customer', status: 200, params: bookingParams } as const

export const getApplePass = endpoint({
  ...booking,
  name: 'getApplePass',
  method: 'GET',
  path: '/api/v1/bookings/{bookingCode}/apple-wallet.pkpass',
  summary: 'Returns the pass of a booking as a signed file for Apple Wallet (.pkpass)',
})

export const issueWalletPass = endpoint({
  ...booking,
  name: 'issueWalletPass',
  method: 'POST',
  path: '/api/v1/bookings/{bookingCode}/wallet-passes',
  summary:
    'Returns the address that a browser opens to add the pass of a booking to Apple Wallet (valid for five minutes) or to Google Wallet',
  body: z.strictObject({ wallet: z.enum(wallets, 'required') }),
  answer: z.object({ url: z.string() }),
})

/** The beginning of all addresses that devices call; passes name it. */
export const appleServicePath = '/api/v1/apple-wallet'

const apple = { tag: 'bookings', auth: 'none' } as const

export const getLinkedApplePass = endpoint({
  ...apple,
  name: 'getLinkedApplePass',
  method: 'GET',
  path: `${appleServicePath}/links/{link}`,
  summary: 'Returns the pass that `issueWalletPass` has linked to, as a signed file for Apple Wallet (.pkpass)',
  status: 200,
  params: z.strictObject({ link: line(1, 100) }),
})

const deviceParams = { device_id: line(1, 100), pass_type_id: line(1, 100) }
const passParams = { pass_type_id: line(1, 100), serial_number: Uuid }

export const registerWalletDevice = endpoint({
  ...apple,
  name: 'registerWalletDevice',
  method: 'POST',
  path: `${appleServicePath}/v1/devices/{device_id}/registrations/{pass_type_id}/{serial_number}`,
  summary:
    'Has an Apple device hear of changes of a pass: 201, or 200 if it does already. Authorized by `ApplePass` and the token in the pass',
  status: 201,
  params: z.strictObject({ ...deviceParams, serial_number: Uuid }),
  body: z.object({ pushToken: z.string('required').check(z.regex(/^[\dA-Fa-f]{1,200}$/, 'invalid')) }),
})

export const unregisterWalletDevice = endpoint({
  ...apple,
  name: 'unregisterWalletDevice',
  method: 'DELETE',
  path: `${appleServicePath}/v1/devices/{device_id}/registrations/{pass_type_id}/{serial_number}`,
  summary: 'Ends what `registerWalletDevice` began. Authorized by `ApplePass` and the token in the pass',
  status: 200,
  params: z.strictObject({ ...deviceParams, serial_number: Uuid }),
})

export const listUpdatedPasses = endpoint({
  ...apple,
  name: 'listUpdatedPasses',
  method: 'GET',
  path: `${appleServicePath}/v1/devices/{device_id}/registrations/{pass_type_id}`,
  summary: 'Lists the passes of an Apple device that have changed since the answer that gave this tag; 204 for none',
  status: 200,
  params: z.strictObject(deviceParams),
  query: z.object({ passesUpdatedSince: z.optional(line(1, 100)) }),
  answer: z.object({ serialNumbers: z.array(z.string()), lastUpdated: z.string() }),
})

export const getUpdatedPass = endpoint({
  ...apple,
  name: 'getUpdatedPass',
  method: 'GET',
  path: `${appleServicePath}/v1/passes/{pass_type_id}/{serial_number}`,
  summary:
    'Returns the latest version of a pass, or 304 with `If-Modified-Since`. Authorized by `ApplePass` and the token in the pass',
  status: 200,
  params: z.strictObject(passParams),
})

export const logWalletMessages = endpoint({
  ...apple,
  name: 'logWalletMessages',
  method: 'POST',
  path: `${appleServicePath}/v1/log`,
  summary: 'Takes what Apple devices have found wrong with a pass or an answer, for the log',
  status: 200,
  body: z.object({ logs: z.array(z.string()).check(z.maxLength(100, 'too_large')) }),
})
