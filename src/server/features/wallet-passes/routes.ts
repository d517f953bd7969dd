import type { FastifyInstance, FastifyReply } from 'fastify'
import { identity } from '#contract/settings/company.ts'
import * as contract from '#contract/wallet-passes/wallet-passes.ts'
import type { Wallet } from '#contract/wallet-passes/wallets.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange, type Change } from '#server/features/access/change.ts'
import type { BookingRow } from '#server/features/bookings/booking-rows.ts'
import { AppError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import type { createPkpass } from '#server/output/pkpass.ts'
import { RemoteError } from '#server/providers/remote-error.ts'
import type { Wallets } from '#server/providers/wallets/create-wallets.ts'
import { toApplePass } from './apple-pass.ts'
import { createGooglePass } from './google-changes.ts'
import { describePass } from './pass-facts.ts'
import { findUpdatedPasses, registerDevice, unregisterDevice } from './registrations.ts'
import {
  findPass,
  getUsableBooking,
  isAuthorized,
  readLink,
  type StoredPass,
  storePass,
  tokenOf,
  writeLink,
} from './stored-passes.ts'

declare module '#server/deps.ts' {
  interface Deps {
    wallets: Wallets
  }
}

/** Throws `not_found` where Apple Wallet is not set up. */
function requireApple({ wallets: { apple } }: Deps): NonNullable<Wallets['apple']> {
  if (apple === undefined) throw new AppError('not_found')
  return apple
}

export function walletPassesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.getApplePass, async ({ user, params, locale, reply }) => {
    requireApple(deps)
    const row = await getUsableBooking(db, user.user_id, params.bookingCode)
    return sendPass(deps, { pass: await storePass(db, row.id, locale, clock()), row }, reply)
  })
  mountChange(app, deps, contract.issueWalletPass, (tx, call) => issuePass(tx, deps, call), {
    finish: async ({ id, wallet }) => ({
      url: await (wallet === 'apple' ? linkApplePass : linkGooglePass)(deps, id),
    }),
  })
  mount(app, contract.getLinkedApplePass, async ({ params, reply }) => {
    requireApple(deps)
    reply.header('cache-control', 'private, no-store')
    const booking_id = await readLink(db, params.link, clock())
    const found = booking_id === undefined ? undefined : await findPass(db, booking_id)
    if (found === undefined) throw new AppError('share_not_found')
    return sendPass(deps, found, reply)
  })
  appleServiceRoutes(app, deps)
}

/** Notes that a wallet gets the pass of a booking, which can be used. Throws `not_found` for a wallet that is not set up. */
async function issuePass(
  tx: Tx,
  { wallets }: Deps,
  { user, params, body: { wallet }, locale, now }: Change<typeof contract.issueWalletPass>,
): Promise<{ id: string; wallet: Wallet }> {
  if (wallets[wallet] === undefined) throw new AppError('not_found')
  const { id } = await getUsableBooking(tx, user.user_id, params.bookingCode)
  await storePass(tx, id, locale, now)
  return { id, wallet }
}

const linkApplePass = async ({ db, clock, publicUrl }: Deps, booking_id: string): Promise<string> =>
  `${publicUrl()}${contract.appleServicePath}/links/${await writeLink(db, booking_id, clock())}`

/** Throws `wallet_unavailable` if Google cannot be reached or refuses. */
async function linkGooglePass(deps: Deps, booking_id: string): Promise<string> {
  try {
    if ((await createGooglePass(deps, booking_id)) === 'busy') throw new AppError('wallet_unavailable')
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    deps.log.warn(error.message)
    throw new AppError('wallet_unavailable')
  }
  return deps.wallets.google!.link(booking_id, deps.publicUrl(), deps.clock())
}

const pkpass = { module: new URL('../../output/pkpass.ts', import.meta.url).href, name: 'createPkpass' }

/** Answers with a pass as a file for Apple Wallet. It is signed in a worker, as that takes long. */
async function sendPass(
  deps: Deps,
  { pass, row }: { pass: StoredPass; row: BookingRow },
  reply: FastifyReply,
): Promise<Buffer> {
  const { keys } = requireApple(deps)
  const token = await tokenOf(deps.db, row.id)
  const facts = await describePass(deps.db, deps, row, pass.locale)
  const file = toApplePass(facts, keys, { token, origin: deps.publicUrl() })
  const signed = Buffer.from(await deps.workers.documents.run<typeof createPkpass>(pkpass, file, keys))
  reply.type('application/vnd.apple.pkpass')
  reply.header('content-disposition', `inline; filename="${identity.slug}-${row.booking_code}.pkpass"`)
  reply.header('last-modified', pass.modified_at.toUTCString())
  return signed
}

/** What Apple's devices call (Wallet Passes, "Adding a Web Service to Update Passes"). */
function appleServiceRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, log } = deps
  /** Throws `not_found` for another pass type, and `unauthorized` without the token of a pass that there is. */
  const requirePass = async (
    tx: Tx | Deps['db'],
    { pass_type_id, serial_number }: { pass_type_id: string; serial_number: string },
    authorization: string | undefined,
  ) => {
    if (requireApple(deps).keys.pass_type_id !== pass_type_id) throw new AppError('not_found')
    if (!(await isAuthorized(tx, serial_number, authorization))) throw new AppError('unauthorized')
    const found = await findPass(tx, serial_number)
    if (found === undefined) throw new AppError('unauthorized')
    return found
  }
  mountChange(
    app,
    deps,
    contract.registerWalletDevice,
    async (tx, { params, body, request, now }) => {
      const { pass } = await requirePass(tx, params, request.headers.authorization)
      const { device_id } = params
      return registerDevice(tx, { device_id, booking_id: pass.booking_id, push_token: body.pushToken }, now)
    },
    {
      finish: (is_new, { reply }) => {
        if (!is_new) reply.code(200)
      },
    },
  )
  mountChange(app, deps, contract.unregisterWalletDevice, async (tx, { params, request }) => {
    const { pass } = await requirePass(tx, params, request.headers.authorization)
    await unregisterDevice(tx, { device_id: params.device_id, booking_id: pass.booking_id })
  })
  mount(app, contract.listUpdatedPasses, async ({ params, query, reply }) => {
    if (requireApple(deps).keys.pass_type_id !== params.pass_type_id) throw new AppError('not_found')
    reply.header('cache-control', 'private, no-store')
    const updated = await findUpdatedPasses(db, params.device_id, query.passesUpdatedSince)
    if (updated !== undefined) return updated
    reply.code(204)
    return undefined as never
  })
  mount(app, contract.getUpdatedPass, async ({ params, request, reply }) => {
    reply.header('cache-control', 'private, no-store')
    const found = await requirePass(db, params, request.headers.authorization)
    const known = Date.parse(request.headers['if-modified-since'] ?? '')
    if (known < found.pass.modified_at.getTime() || Number.isNaN(known)) return sendPass(deps, found, reply)
    reply.code(304)
    return undefined
  })
  mount(app, contract.logWalletMessages, ({ body }) => logMessages(log, body.logs))
}

const mostMessages = 10
const longestMessage = 500

/** Anybody can call it: a few lines of each call are logged, without what would break them. */
function logMessages(log: Deps['log'], messages: readonly string[]): undefined {
  for (const message of messages.slice(0, mostMessages))
    log.warn(`Apple Wallet: ${message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, longestMessage)}`)
}
