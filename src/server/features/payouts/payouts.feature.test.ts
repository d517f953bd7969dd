import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setPayoutAccount, startOnboarding, verifyAccount } from '#contract/payouts/desk/accounts.ts'
import {
  getPayee,
  proposePayout,
  refuseIdentity,
  setPayeeTerms,
  submitIdentity,
  verifyIdentity,
} from '#contract/payouts/desk/payees.ts'
import {
  approvePayout,
  cancelPayout,
  downloadBankFile,
  getPayout,
  markPayoutPaid,
  markPayoutReturned,
  payoutList,
} from '#contract/payouts/desk/payouts.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { day_ms, hour_ms } from '#contract/time.ts'
import { buildPaidBooking, mailsOf, outcomeOf, setBalance, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { closeStatement } from './close-statement.ts'
import { addMissingPayees } from './payees.ts'
import { sendPayouts } from './send-payouts.ts'

let world: WalletWorld
let [first, second]: Driver[] = []
beforeAll(async () => {
  world = await createWalletWorld({ pool: 4 })
  first = await world.buildDriver({ role: 'administrator' })
  second = await world.buildDriver({ role: 'administrator' })
})
afterEach(async () => {
  await world.simulators.control.settled()
  world.simulators.control.reset()
  world.errors.length = 0
  await world.expectBalancedLedger()
})
afterAll(() => world.close())

const currencies = { NG: 'NGN', SN: 'XOF', CA: 'CAD', US: 'USD' } as const
/** What an hour costs: less than what two people approve, and more than the smallest payout. */
const hourly_minor = { NG: 200_000n, SN: 2_000n, CA: 1_000n, US: 1_000n } as const
type Account = Record<string, string>

interface Scene {
  payee: string
  owner: Driver
  country_code: CountryCode
}

const confirm = (...people: Driver[]) =>
  world.db
    .updateTable('sessions')
    .set({ confirmed_at: world.clock.now })
    .where(
      'user_id',
      'in',
      people.map(({ user_id }) => user_id),
    )
    .execute()

let count = 0
/** An operator who has earned `hours` times the price of an hour, by a statement. */
async function buildScene(country_code: CountryCode, hours = 4): Promise<Scene> {
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
  await setBalance(world, driver, 100_000_000n, currencies[country_code])
  await buildPaidBooking(world, driver, park, 4, hours * 4)
  await addMissingPayees(world.db, world.clock.now)
  const partner_id = await findOrCreatePartner(world.db, country_code, partner)
  const { id } = await world.db
    .selectFrom('payees')
    .select('id')
    .where('partner_id', '=', partner_id)
    .executeTakeFirstOrThrow()
  await closeNow(id)
  return { payee: id, owner, country_code }
}

/** Lets the running period of a payee end, and closes it. */
async function closeNow(id: string): Promise<void> {
  world.clock.advance(1)
  await world.db.updateTable('payees').set({ next_closing_at: world.clock.now }).where('id', '=', id).execute()
  await world.db.transaction().execute((tx) => closeStatement(tx, id, world.clock.now))
}

async function verify({ payee, owner }: Scene): Promise<void> {
  const params = { id: payee }
  const { version } = (await world.call(getPayee, { token: owner.token, params })).body
  const body = {
    entity: 'company',
    legal_name: 'City Parking Ltd',
    registration_number: 'RC 123456',
    tax_number: '12345678-0001',
    address: '12 Marina Road',
    version,
  }
  expect((await world.call(submitIdentity, { token: owner.token, params, body })).status).toBe(200)
  const verified = await world.call(verifyIdentity, { token: first!.token, params, body: { identity_until: null } })
  expect(verified.status, JSON.stringify(verified.problem)).toBe(200)
}

const setAccount = async ({ payee, owner }: Scene, body: Account) => {
  await confirm(owner)
  return world.call(setPayoutAccount, {
    token: owner.token,
    params: { id: payee },
    body: { holder_name: 'City Parking Ltd', ...body },
  })
}
const accounts = {
  NG: { method: 'paystack', form: 'ng_bank', bank_code: '058', number: '0123456785' },
  SN: { method: 'wave', form: 'sn_mobile', mobile: '77 123 45 67' },
} as const

/** An operator who can be paid. */
async function buildPayable(country_code: 'NG' | 'SN', hours = 4): Promise<Scene> {
  const scene = await buildScene(country_code, hours)
  await verify(scene)
  const set = await setAccount(scene, accounts[country_code])
  expect(set.status, JSON.stringify(set.problem)).toBe(200)
  if (country_code === 'SN') await world.call(verifyAccount, { token: first!.token, params: { id: scene.payee } })
  return scene
}

async function propose({ payee, owner }: Scene): Promise<string> {
  const answer = await world.call(proposePayout, { token: owner.token, params: { id: payee } })
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  const { items } = (await world.call(payoutList.endpoint, { token: owner.token, query: { payee } })).body
  return items[0]!.id
}

async function approve(id: string, { token, user_id, email }: Driver = first!) {
  await confirm({ token, user_id, email })
  return world.call(approvePayout, { token, params: { id } })
}

const read = async (id: string) => (await world.call(getPayout, { token: first!.token, params: { id } })).body
const balance = ({ payee, country_code }: Scene) =>
  sumLedgerEntries(world, 'payee_payable', payee, currencies[country_code])

test.each(['NG', 'SN'] as const)('pays what an operator in %s is owed, once, with a mail', async (country_code) => {
  const scene = await buildPayable(country_code)
  const owed_minor = await balance(scene)
  const id = await propose(scene)
  expect(await balance(scene)).toBe(owed_minor)
  expect((await approve(id)).body).toMatchObject({ state: 'approved' })
  expect(await balance(scene)).toBe(0n)
  await sendPayouts(world.deps)
  await sendPayouts(world.deps)
  await expect.poll(async () => (await read(id)).state).toBe('paid')
  expect(await read(id)).toMatchObject({ reference: `${id}-1` })
  expect(await mailsOf(world, scene.owner)).toContainEqual(
    expect.stringMatching(/^We’ve paid you|^Nous vous avons versé/),
  )
  const again = await world.call(proposePayout, { token: scene.owner.token, params: { id: scene.payee } })
  expect(outcomeOf(again)).toBe('409 nothing_payable')
})

test('is sent once although the answer was lost and the server restarted', async () => {
  const scene = await buildPayable('NG')
  const id = await propose(scene)
  await approve(id)
  const { send } = world.deps.payouts.paystack!
  let sent = 0
  world.deps.payouts.paystack!.send = async (payout) => {
    sent += 1
    await send.call(world.deps.payouts.paystack, payout)
    throw new Error('the process was killed')
  }
  await sendPayouts(world.deps)
  world.deps.payouts.paystack!.send = send
  expect(await read(id)).toMatchObject({ state: 'sending' })
  world.clock.now = new Date(world.clock.now.getTime() + hour_ms)
  await sendPayouts(world.deps)
  expect(await read(id)).toMatchObject({ state: 'paid', reference: `${id}-1` })
  expect(sent).toBe(1)
})

test('a large payout takes two people, and the limit holds for the same person twice', async () => {
  const scene = await buildPayable('NG', 12)
  const id = await propose(scene)
  await world.db.updateTable('payouts').set({ needs_second: true }).where('id', '=', id).execute()
  expect((await approve(id)).body).toMatchObject({ state: 'proposed', actions: ['cancel'] })
  expect(outcomeOf(await approve(id))).toBe('409 own_approval')
  expect((await approve(id, second)).body).toMatchObject({ state: 'approved' })
})

test('a bank transfer is marked as paid, and as returned when it comes back', async () => {
  const scene = await buildScene('CA')
  await verify(scene)
  const account = {
    method: 'bank',
    form: 'ca_bank',
    institution: '001',
    transit: '12345',
    number: '1234567',
    bank_name: 'BMO',
  }
  expect((await setAccount(scene, account)).body).toMatchObject({ account_state: 'pending', payable: { amount: 0 } })
  await world.call(verifyAccount, { token: first!.token, params: { id: scene.payee } })
  const owed_minor = await balance(scene)
  const id = await propose(scene)
  await approve(id)
  await sendPayouts(world.deps)
  expect(await read(id)).toMatchObject({ state: 'approved', actions: ['paid', 'returned', 'cancel'] })
  const file = await world.call(downloadBankFile, { token: first!.token, params: { id } })
  expect(file.raw.toString()).toMatch(
    /^reference,name,institution,transit,account_number,amount,currency\r\nP-CAD-\d{4}-\d{5},City Parking Ltd,001,12345,1234567,\d+\.\d\d,CAD\r\n$/,
  )
  const mark = (endpoint: typeof markPayoutPaid | typeof markPayoutReturned, body: object) =>
    world.call(endpoint, { token: first!.token, params: { id }, body })
  expect((await mark(markPayoutPaid, { bank_reference: 'EFT 88231' })).body).toMatchObject({ state: 'paid' })
  expect(outcomeOf(await mark(markPayoutPaid, { bank_reference: 'EFT 88231' }))).toBe('409 payout_state')
  expect(await balance(scene)).toBe(0n)
  expect((await mark(markPayoutReturned, { reason: 'Account closed' })).body).toMatchObject({ state: 'returned' })
  expect(await balance(scene)).toBe(owed_minor)
})

test('an account is entered on Stripe’s page, and paid once Stripe has checked it', async () => {
  const scene = await buildScene('US')
  await verify(scene)
  await confirm(scene.owner)
  const started = await world.call(startOnboarding, { token: scene.owner.token, params: { id: scene.payee } })
  expect(started.status, JSON.stringify(started.problem)).toBe(200)
  await fetch(started.body.url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'done', name: 'Rideau Parking' }),
  })
  await world.simulators.control.settled()
  const see = async () =>
    (await world.call(getPayee, { token: scene.owner.token, params: { id: scene.payee } })).body.account_state
  await expect.poll(see).toBe('verified')
  const id = await propose(scene)
  await approve(id)
  await sendPayouts(world.deps)
  expect(await read(id)).toMatchObject({ state: 'paid' })
})

test('a cancelled payout is owed again, and nothing of it is sent', async () => {
  const scene = await buildPayable('SN')
  const owed_minor = await balance(scene)
  const id = await propose(scene)
  await approve(id)
  const canceled = await world.call(cancelPayout, {
    token: first!.token,
    params: { id },
    body: { reason: 'Wrong account' },
  })
  expect(canceled.body).toMatchObject({ state: 'canceled' })
  await sendPayouts(world.deps)
  expect([(await read(id)).state, await balance(scene)]).toEqual(['canceled', owed_minor])
})

test('another account than before waits three days, and its owner is mailed', async () => {
  const scene = await buildPayable('NG')
  const changed = await setAccount(scene, { ...accounts.NG, number: '0000000018' })
  expect(changed.status, JSON.stringify(changed.problem)).toBe(200)
  expect(changed.body).toMatchObject({ payable: { amount: 0 }, held_back: 'account_waits' })
  expect(await mailsOf(world, scene.owner)).toContain('The account for your payouts has changed')
  world.clock.now = new Date(world.clock.now.getTime() + 3 * day_ms)
  const { body } = await world.call(getPayee, { token: scene.owner.token, params: { id: scene.payee } })
  expect(body.held_back).toBeNull()
})

test('nothing is paid before the identity is confirmed, while paused, below the minimum or in reserve', async () => {
  const scene = await buildScene('NG')
  const params = { id: scene.payee }
  const heldBack = async () => (await world.call(getPayee, { token: first!.token, params })).body.held_back
  expect(await heldBack()).toBe('no_identity')
  await verify(scene)
  expect(await heldBack()).toBe('no_account')
  await setAccount(scene, accounts.NG)
  expect(await heldBack()).toBeNull()
  const terms = { commission: 0, schedule: 'weekly', minimum: 1_000_000, reserve: 0, reserve_days: 0 }
  await world.call(setPayeeTerms, { token: first!.token, params, body: terms })
  expect(await heldBack()).toBe('minimum')
  await world.call(setPayeeTerms, {
    token: first!.token,
    params,
    body: { ...terms, minimum: 1, reserve: 100, reserve_days: 30 },
  })
  expect(await heldBack()).toBe('reserve')
  const { version } = (await world.call(getPayee, { token: scene.owner.token, params })).body
  await world.call(submitIdentity, {
    token: scene.owner.token,
    params,
    body: {
      entity: 'person',
      legal_name: 'Ada Okafor',
      registration_number: 'A0123456',
      tax_number: '123',
      address: '12 Marina Road',
      version,
    },
  })
  await world.call(refuseIdentity, { token: first!.token, params, body: { reason: 'The card has expired.' } })
  expect(await heldBack()).toBe('no_identity')
  expect(await mailsOf(world, scene.owner)).toContain('We couldn’t confirm who we pay')
})

test('an operator sets up only their own account, and approves nothing', async () => {
  const scene = await buildPayable('NG')
  const other = await world.buildDriver({ role: 'partner', partner: 'Operator 1' })
  const id = await propose(scene)
  await confirm(other, scene.owner)
  const params = { id: scene.payee }
  const body = { ...accounts.NG, holder_name: 'Somebody' }
  expect(outcomeOf(await world.call(setPayoutAccount, { token: other.token, params, body }))).toBe('404 not_found')
  expect(outcomeOf(await world.call(approvePayout, { token: scene.owner.token, params: { id } }))).toBe('403 forbidden')
  expect(outcomeOf(await world.call(getPayout, { token: other.token, params: { id } }))).toBe('404 not_found')
})
