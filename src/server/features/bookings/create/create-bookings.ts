import { sql } from 'kysely'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { poolsValue, storeAllocations, toPoolSpaces, type PoolSpaces } from '#server/features/availability/spaces.ts'
import {
  balancesExpression,
  readBalances,
  walletAccountKey,
  type WalletAccount,
} from '#server/features/wallet/ledger/ledger.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { claimKeys } from '#server/http/idempotency.ts'
import { indebtedAccountsExpression, insufficientBalance } from '../lifecycle/outstanding-debts.ts'
import { allocateSpaces } from './allocate-spaces.ts'
import {
  alreadyBooked,
  findRepeated,
  lockStays,
  readStandingBookings,
  standingBookingsExpression,
  type StandingBooking,
  type StoredStandingBooking,
} from './already-booked.ts'
import { amountToPay, toSpace, toStay, toWalletAccount, type Sale, type SaleResult } from './sale.ts'
import { prepareBooking, writeBookings, type PreparedBooking } from './write-bookings.ts'

/**
 * Creates bookings in a fixed number of statements. Reads spaces and balances without locks, refuses sales without a
 * space or enough money or of what is booked already, and writes the others. Spaces are taken last, to keep their locks short; violates constraints
 * on wallets, counters and promo codes after conflicts. A sale with a used retry key gets the stored response.
 */
export async function createBookings(
  tx: Tx,
  deps: Deps,
  sales: readonly Sale[],
  now: Date,
  context?: SaleContext,
): Promise<Map<Sale, SaleResult>> {
  const decisions = decideSales(sales, context ?? (await readSaleContext(tx, sales, now)), now)
  const results = await claimRetryKeys(tx, decisions, now)
  const accepted: PreparedBooking[] = []
  for (const [sale, decision] of decisions) {
    if (results.has(sale)) continue
    if (decision.kind === 'refused') results.set(sale, decision)
    else {
      results.set(sale, { kind: 'created', booking: decision.prepared.booking })
      accepted.push(decision.prepared)
    }
  }
  if (accepted.length > 0) {
    await writeBookings(tx, deps, accepted, now)
    await storeAllocations(
      tx,
      accepted.map(({ sale }) => toSpace(sale)),
    )
  }
  return results
}

/** Creates one booking within the caller's transaction; throws the reason if it is refused. */
export async function createOneBooking(tx: Tx, deps: Deps, sale: Sale, now: Date): Promise<Booking> {
  const result = (await createBookings(tx, deps, [sale], now)).get(sale)!
  if (result.kind === 'refused') throw result.error
  return result.booking
}

/** Returns the stored results of sales whose retry key was used before. */
async function claimRetryKeys(
  tx: Tx,
  decisions: ReadonlyMap<Sale, SaleDecision>,
  now: Date,
): Promise<Map<Sale, SaleResult>> {
  const calls = [...decisions].flatMap(([sale, decision]) => {
    const { user, retry } = sale
    if (retry === undefined) return []
    const answer = decision.kind === 'accepted' ? decision.prepared.booking : undefined
    return [{ sale, user_id: user.user_id, retry, ...(answer === undefined ? {} : { answer }) }]
  })
  const results = new Map<Sale, SaleResult>()
  for (const [{ sale }, claim] of await claimKeys<Booking, (typeof calls)[number]>(tx, calls, now)) {
    if (claim.kind === 'answered') results.set(sale, { kind: 'created', booking: claim.answer })
    if (claim.kind === 'reused') results.set(sale, { kind: 'refused', error: new AppError('idempotency_key_reused') })
  }
  return results
}

/** The data for deciding sales. Balances and debts are keyed by `walletAccountKey`, pools by id. */
export interface SaleContext {
  pools: Map<number, PoolSpaces>
  balances: Map<string, bigint>
  indebted: Set<string>
  /** Bookings that sales would repeat, by `stayKey`. */
  standing: Map<string, StandingBooking[]>
  /** The car parks of the sales that have an operator, who keeps them until the transaction ends. */
  operated: Set<string>
}

/** SQL: the car parks among `ids` that have an operator, locked so that they do not change hands (`assignPark`). */
const operatedParks = (ids: readonly string[]) => sql`(select coalesce(jsonb_agg(o.id), '[]') from (
  select p.id from parks p where p.id = any(${[...new Set(ids)].toSorted()}::uuid[]) and p.partner_id is not null
  order by p.id for key share) o)`

/** Locks the vehicles of the sales against a second booking, then reads their context in one statement. */
export async function readSaleContext(tx: Tx, sales: readonly Sale[], now: Date): Promise<SaleContext> {
  const stays = sales.filter(({ again }) => again !== true).map(toStay)
  await lockStays(tx, sales.map(toStay))
  const accounts = [
    ...new Map(sales.map(toWalletAccount).map((account) => [walletAccountKey(account), account])).values(),
  ]
  const { rows } = await sql<{
    pools: Parameters<typeof toPoolSpaces>[0]
    balances: Parameters<typeof readBalances>[0]
    indebted: WalletAccount[]
    standing: StoredStandingBooking[]
    operated: string[]
  }>`
    select ${poolsValue(sales.map(toSpace))} as pools, ${balancesExpression(accounts)} as balances,
      ${indebtedAccountsExpression(accounts)} as indebted,
      ${standingBookingsExpression(stays, now)} as standing,
      ${operatedParks(sales.map(({ priced_offer: { offer } }) => offer.id))} as operated`.execute(tx)
  const { pools, balances, indebted, standing, operated } = rows[0]!
  return {
    pools: toPoolSpaces(pools),
    balances: readBalances(balances),
    indebted: new Set(indebted.map(walletAccountKey)),
    standing: readStandingBookings(standing),
    operated: new Set(operated),
  }
}

type SaleDecision = { kind: 'accepted'; prepared: PreparedBooking } | { kind: 'refused'; error: AppError }

function decideSales(
  sales: readonly Sale[],
  { pools, balances, standing, operated }: Omit<SaleContext, 'indebted'>,
  now: Date,
): Map<Sale, SaleDecision> {
  const decisions = new Map<Sale, SaleDecision>()
  const refuse = (sale: Sale, error: AppError) => decisions.set(sale, { kind: 'refused', error })
  // A booking's window can end while its sale waits.
  for (const sale of sales) {
    const { window, offer } = sale.priced_offer
    const booked = sale.again === true ? undefined : findRepeated(standing, toStay(sale))
    if (!operated.has(offer.id)) refuse(sale, new AppError('park_not_bookable'))
    else if (now >= window.end) refuse(sale, fieldError('start_time', 'start_past'))
    else if (booked !== undefined) refuse(sale, alreadyBooked(booked, toStay(sale), offer.timezone))
  }
  const requests = sales
    .filter((sale) => !decisions.has(sale))
    .map((sale) => ({
      sale,
      ...toSpace(sale),
      account: walletAccountKey(toWalletAccount(sale)),
      pay_minor: amountToPay(sale),
    }))
  for (const [{ sale }, allocation] of allocateSpaces(requests, pools, balances)) {
    if (allocation.kind === 'no_space') refuse(sale, new AppError('no_space'))
    else if (allocation.kind === 'insufficient_balance')
      refuse(sale, insufficientBalance(allocation.missing_minor, sale.priced_offer.terms.currency))
    else decisions.set(sale, { kind: 'accepted', prepared: prepareBooking(sale, now) })
  }
  return decisions
}
