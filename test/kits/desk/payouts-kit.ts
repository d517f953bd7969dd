import { expect } from 'vitest'
import { currencyOf } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import { addPartnerPark, removePartnerPark } from '#contract/partners/desk/partners.ts'
import { setPayoutAccount, startOnboarding, verifyAccount } from '#contract/payouts/desk/accounts.ts'
import { getPayee, setPayeeTerms, submitIdentity, verifyIdentity } from '#contract/payouts/desk/payees.ts'
import { statementList } from '#contract/payouts/desk/statements.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { newId } from '#server/database/ids.ts'
import { closeStatement } from '#server/features/payouts/close-statement.ts'
import { addMissingPayees } from '#server/features/payouts/payees.ts'
import { proposePayout } from '#server/features/payouts/payouts.ts'
import { buildPaidBooking, setBalance } from '../bookings-kit.ts'
import { createWalletWorld, type WalletWorld } from '../wallet-kit.ts'
import type { Driver, TestPark, World } from '../world.ts'
import { findOrCreatePartner } from './access-kit.ts'

/** The payee of a partner. */
export async function findPayee(world: World, partner_id: string): Promise<{ id: string; currency: Currency }> {
  await addMissingPayees(world.db, world.clock.now)
  return world.db
    .selectFrom('payees')
    .select(['id', 'currency'])
    .where('partner_id', '=', partner_id)
    .$narrowType<{ currency: Currency }>()
    .executeTakeFirstOrThrow()
}

/** Lets the running period of a payee end a minute later, and closes it. Returns the statement, if it has one. */
export async function buildStatement(world: World, payee_id: string): Promise<string | undefined> {
  world.clock.advance(1)
  await world.db.updateTable('payees').set({ next_closing_at: world.clock.now }).where('id', '=', payee_id).execute()
  return world.db.transaction().execute((tx) => closeStatement(tx, payee_id, world.clock.now))
}

/** An operator to whom sales are owed. */
export interface Earner {
  payee: string
  owner: Driver
  country_code: CountryCode
  park: TestPark
  /** Who books there. */
  driver: Driver
}

/** What an hour costs at an earner’s: less than what two people approve, and more than the smallest payout. */
export const hourly_minor = { NG: 200_000n, SN: 2_000n, CA: 1_000n, US: 1_000n } as const

let count = 0
/** An operator who has earned `hours` times the price of an hour, by a statement. */
export async function buildEarner(world: World, country_code: CountryCode, hours = 4): Promise<Earner> {
  const partner = `Operator ${(count += 1)}`
  const park = await world.buildPark({
    country_code,
    partner,
    capacity: 5,
    increment_minor: hourly_minor[country_code],
    day_cap_minor: null,
  })
  const owner = await world.buildDriver({ country_code, role: 'partner', partner })
  const driver = await world.buildDriver({ country_code })
  await setBalance(world, driver, 100_000_000n, currencyOf(country_code))
  await buildPaidBooking(world, driver, park, 4, hours * 4)
  const { id } = await findPayee(world, await findOrCreatePartner(world.db, country_code, partner))
  await buildStatement(world, id)
  return { payee: id, owner, country_code, park, driver }
}

/** As if these people had just entered their password. */
export const updateConfirmed = (world: World, ...people: readonly Pick<Driver, 'user_id'>[]) =>
  world.db
    .updateTable('sessions')
    .set({ confirmed_at: world.clock.now })
    .where(
      'user_id',
      'in',
      people.map(({ user_id }) => user_id),
    )
    .execute()

/** Sends who a payee is, and confirms it. */
export async function updateIdentity(world: World, payee_id: string, owner: Driver, staff: Driver): Promise<void> {
  const params = { id: payee_id }
  const { version } = await readPayee(world, owner, payee_id)
  const body = {
    entity: 'company',
    legal_name: 'City Parking Ltd',
    registration_number: 'RC 123456',
    tax_number: '12345678-0001',
    address: '12 Marina Road',
    version,
  }
  const sent = await world.call(submitIdentity, { token: owner.token, params, body })
  expect(sent.status, JSON.stringify(sent.problem)).toBe(200)
  const verified = await world.call(verifyIdentity, { token: staff.token, params, body: { identity_until: null } })
  expect(verified.status, JSON.stringify(verified.problem)).toBe(200)
}

/** An account of each country as its owner types it; by the provider, where it has a form. */
export const payoutAccounts = {
  NG: { method: 'paystack', form: 'ng_bank', bank_code: '058', number: '0123456785' },
  SN: { method: 'wave', form: 'sn_mobile', mobile: '77 123 45 67' },
  CA: { method: 'bank', form: 'ca_bank', institution: '001', transit: '12345', number: '1234567', bank_name: 'BMO' },
} as const

/** Enters an account for a payee, after the password. */
export async function callSetAccount(world: World, payee_id: string, owner: Driver, account: object) {
  await updateConfirmed(world, owner)
  return world.call(setPayoutAccount, {
    token: owner.token,
    params: { id: payee_id },
    body: { holder_name: 'City Parking Ltd', ...account },
  })
}

/** Enters an account on Stripe’s page, after the password. */
export async function callOnboarding(world: World, payee_id: string, owner: Driver): Promise<void> {
  await updateConfirmed(world, owner)
  const started = await world.call(startOnboarding, { token: owner.token, params: { id: payee_id } })
  expect(started.status, JSON.stringify(started.problem)).toBe(200)
  const body = new URLSearchParams({ outcome: 'done', name: 'Rideau Parking' })
  await fetch(started.body.url, { method: 'POST', redirect: 'manual', body })
}

/** Makes a payee one that can be paid: its identity and its account are confirmed. */
export async function updatePayable(
  world: World,
  {
    payee_id,
    country_code,
    owner,
    staff,
  }: { payee_id: string; country_code: CountryCode; owner: Driver; staff: Driver },
): Promise<void> {
  await updateIdentity(world, payee_id, owner, staff)
  if (country_code === 'US') return callOnboarding(world, payee_id, owner)
  const set = await callSetAccount(world, payee_id, owner, payoutAccounts[country_code])
  expect(set.status, JSON.stringify(set.problem)).toBe(200)
  if (set.body.account_state === 'pending')
    await world.call(verifyAccount, { token: staff.token, params: { id: payee_id } })
}

/** A partner’s payee whose identity and bank account are confirmed, with a statement and a payout of it that is proposed. */
export async function buildPayout(world: World, partner_id: string, user_id: string): Promise<string> {
  const { id, currency } = await findPayee(world, partner_id)
  const { now } = world.clock
  await world.db.updateTable('payees').set({ identity: 'verified' }).where('id', '=', id).execute()
  await world.db
    .insertInto('payout_terms')
    .values({
      id: newId(),
      payee_id: id,
      currency,
      valid_from: new Date(now.getTime() - 1),
      commission: 10_000,
      schedule: 'weekly',
      minimum_minor: 1n,
      reserve: 0,
      reserve_days: 0,
    })
    .execute()
  await world.db
    .insertInto('payout_accounts')
    .values({
      id: newId(),
      payee_id: id,
      method: 'bank',
      currency,
      holder_name: 'City Parking Ltd',
      number: '1234567',
      masked: '•••• 67',
      state: 'verified',
      usable_from: now,
      created_by: user_id,
      created_at: now,
      verified_at: now,
    })
    .execute()
  await buildStatement(world, id)
  const payout = await world.db
    .transaction()
    .execute((tx) => proposePayout(tx, id, { user_id, now: world.clock.now }, 'asked'))
  if (payout === undefined) throw new Error('nothing can be paid')
  return payout
}

/** Takes a car park from a partner and gives it to another one. */
export async function changeHands(
  world: World,
  { token }: Driver,
  { park_code }: TestPark,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const body = { park: park_code }
  for (const [endpoint, id] of [
    [removePartnerPark, from],
    [addPartnerPark, to],
  ] as const) {
    const answer = await world.call(endpoint, { token, params: { id }, body })
    expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  }
}

/** A world with the providers’ stand-ins, and two people who approve payouts. */
export async function createPayoutWorld(): Promise<{ world: WalletWorld; first: Driver; second: Driver }> {
  const world = await createWalletWorld({ pool: 4 })
  const first = await world.buildDriver({ role: 'administrator' })
  return { world, first, second: await world.buildDriver({ role: 'administrator' }) }
}

/** Checks the ledger after a test, once all webhooks have arrived; the stand-ins behave as usual for the next one. */
export async function expectSettledWorld(world: WalletWorld): Promise<void> {
  await world.simulators.control.settled()
  world.simulators.control.reset()
  world.errors.length = 0
  await world.expectBalancedLedger()
}

export const readPayee = async (world: World, { token }: Driver, id: string) =>
  (await world.call(getPayee, { token, params: { id } })).body

/** A payee’s statements as the desk lists them, oldest first. */
export async function findStatements(world: World, { token }: Driver, payee: string) {
  const query = { payee, sort: 'period_until' }
  return (await world.call(statementList.endpoint, { token, query })).body.items
}

/** Sets terms of a payee: a tenth each week without a reserve, unless changed. */
export const callSetTerms = (world: World, { token }: Driver, id: string, changes: object = {}) =>
  world.call(setPayeeTerms, {
    token,
    params: { id },
    body: { commission: 10, schedule: 'weekly', minimum: 1, reserve: 0, reserve_days: 0, ...changes },
  })
