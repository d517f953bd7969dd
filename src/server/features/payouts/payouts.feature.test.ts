import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { currencyOf } from '#contract/formats.ts'
import { setPayoutAccount, verifyAccount } from '#contract/payouts/desk/accounts.ts'
import {
  pausePayouts,
  proposePayout,
  refuseIdentity,
  resumePayouts,
  setPayeeTerms,
  submitIdentity,
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
import { day_ms, hour_ms } from '#contract/time.ts'
import { mailsOf, outcomeOf, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import {
  buildEarner,
  callOnboarding,
  callSetAccount,
  createPayoutWorld,
  expectSettledWorld,
  payoutAccounts,
  readPayee,
  updateConfirmed,
  updateIdentity,
  updatePayable,
  type Earner,
} from '#test/kits/desk/payouts-kit.ts'
import type { WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { refreshAccount } from './accounts.ts'
import { sendPayouts } from './send-payouts.ts'

let world: WalletWorld
let first: Driver
let second: Driver
beforeAll(async () => {
  ;({ world, first, second } = await createPayoutWorld())
})
afterEach(() => expectSettledWorld(world))
afterAll(() => world.close())

const verify = ({ payee, owner }: Earner) => updateIdentity(world, payee, owner, first)
const setAccount = ({ payee, owner }: Earner, account: object) => callSetAccount(world, payee, owner, account)

/** An operator who can be paid. */
async function buildPayable(country_code: 'NG' | 'SN', hours = 4): Promise<Earner> {
  const scene = await buildEarner(world, country_code, hours)
  await updatePayable(world, { payee_id: scene.payee, country_code, owner: scene.owner, staff: first })
  return scene
}

async function propose({ payee, owner }: Earner): Promise<string> {
  const answer = await world.call(proposePayout, { token: owner.token, params: { id: payee } })
  expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
  const { items } = (await world.call(payoutList.endpoint, { token: owner.token, query: { payee } })).body
  return items[0]!.id
}

async function approve(id: string, { token, user_id }: Driver = first) {
  await updateConfirmed(world, { user_id })
  return world.call(approvePayout, { token, params: { id } })
}

const read = async (id: string) => (await world.call(getPayout, { token: first.token, params: { id } })).body
const balance = ({ payee, country_code }: Earner) =>
  sumLedgerEntries(world, 'payee_payable', payee, currencyOf(country_code))

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
  const scene = await buildEarner(world, 'CA')
  await verify(scene)
  expect((await setAccount(scene, payoutAccounts.CA)).body).toMatchObject({
    account_state: 'pending',
    payable: { amount: 0 },
  })
  await world.call(verifyAccount, { token: first.token, params: { id: scene.payee } })
  const owed_minor = await balance(scene)
  const id = await propose(scene)
  await approve(id)
  await sendPayouts(world.deps)
  expect(await read(id)).toMatchObject({ state: 'approved', actions: ['paid', 'returned', 'cancel'] })
  const file = await world.call(downloadBankFile, { token: first.token, params: { id } })
  expect(file.raw.toString()).toMatch(
    /^reference,name,institution,transit,account_number,amount,currency\r\nP-CAD-\d{4}-\d{5},City Parking Ltd,001,12345,1234567,\d+\.\d\d,CAD\r\n$/,
  )
  const mark = (endpoint: typeof markPayoutPaid | typeof markPayoutReturned, body: object) =>
    world.call(endpoint, { token: first.token, params: { id }, body })
  expect((await mark(markPayoutPaid, { bank_reference: 'EFT 88231' })).body).toMatchObject({ state: 'paid' })
  expect(outcomeOf(await mark(markPayoutPaid, { bank_reference: 'EFT 88231' }))).toBe('409 payout_state')
  expect(await balance(scene)).toBe(0n)
  expect((await mark(markPayoutReturned, { reason: 'Account closed' })).body).toMatchObject({ state: 'returned' })
  expect(await balance(scene)).toBe(owed_minor)
})

test('an account is entered on Stripe’s page, and paid once Stripe has checked it', async () => {
  const scene = await buildEarner(world, 'US')
  await verify(scene)
  await callOnboarding(world, scene.payee, scene.owner)
  await world.simulators.control.settled()
  const see = async () => (await readPayee(world, scene.owner, scene.payee)).account_state
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
    token: first.token,
    params: { id },
    body: { reason: 'Wrong account' },
  })
  expect(canceled.body).toMatchObject({ state: 'canceled' })
  await sendPayouts(world.deps)
  expect([(await read(id)).state, await balance(scene)]).toEqual(['canceled', owed_minor])
})

test('another account than before waits three days, and its owner is mailed', async () => {
  const scene = await buildPayable('NG')
  const changed = await setAccount(scene, { ...payoutAccounts.NG, number: '0000000018' })
  expect(changed.status, JSON.stringify(changed.problem)).toBe(200)
  expect(changed.body).toMatchObject({ payable: { amount: 0 }, held_back: 'account_waits' })
  expect(await mailsOf(world, scene.owner)).toContain('The account for your payouts has changed')
  world.clock.now = new Date(world.clock.now.getTime() + 3 * day_ms)
  const body = await readPayee(world, scene.owner, scene.payee)
  expect(body.held_back).toBeNull()
})

test('an account that was never verified in between does not shorten the three days', async () => {
  const scene = await buildPayable('NG')
  const bank = { method: 'bank', form: 'ng_bank', bank_code: '058', number: '0000000018', bank_name: 'GTB' }
  expect((await setAccount(scene, bank)).body).toMatchObject({ account_state: 'pending' })
  const { body } = await setAccount(scene, { ...payoutAccounts.NG, number: '0000000018' })
  expect(body).toMatchObject({ account_state: 'verified', held_back: 'account_waits' })
})

test('another bank account on Stripe’s page waits three days too, with a mail', async () => {
  const scene = await buildEarner(world, 'US')
  await verify(scene)
  await callOnboarding(world, scene.payee, scene.owner)
  await world.simulators.control.settled()
  const see = () => readPayee(world, scene.owner, scene.payee)
  await expect.poll(async () => (await see()).account_state).toBe('verified')
  const id = await propose(scene)
  const { recipient } = await world.db
    .selectFrom('payout_accounts')
    .select('recipient')
    .where('payee_id', '=', scene.payee)
    .executeTakeFirstOrThrow()
  const { findAccount } = world.deps.payouts.stripe!
  world.deps.payouts.stripe!.findAccount = async (account) => {
    const found = await findAccount.call(world.deps.payouts.stripe, account)
    return found.state === 'unknown' ? found : { ...found, last_four: '0001' }
  }
  await refreshAccount(world.deps, recipient!)
  world.deps.payouts.stripe!.findAccount = findAccount
  expect(await see()).toMatchObject({ account: '••••\u00a00001', held_back: 'account_waits' })
  expect((await read(id)).state).toBe('canceled')
  expect(await mailsOf(world, scene.owner)).toContain('The account for your payouts has changed')
})

test('asks for the password before a provider is asked about an account', async () => {
  const scene = await buildEarner(world, 'NG')
  world.simulators.control.set('paystack', { unavailable: true })
  const body = { holder_name: 'City Parking Ltd', ...payoutAccounts.NG }
  const set = () => world.call(setPayoutAccount, { token: scene.owner.token, params: { id: scene.payee }, body })
  expect(outcomeOf(await set())).toBe('403 reauth_required')
  await updateConfirmed(world, scene.owner)
  expect(outcomeOf(await set())).toBe('502 provider_silent')
})

test('another account cancels the payout that waits for approval, and whoever entered the one before is mailed', async () => {
  const scene = await buildPayable('NG')
  const id = await propose(scene)
  const colleague = await world.buildDriver({ country_code: 'NG', role: 'partner', partner: await nameOf(scene) })
  await world.db.deleteFrom('role_assignments').where('user_id', '=', scene.owner.user_id).execute()
  const changed = await callSetAccount(world, scene.payee, colleague, { ...payoutAccounts.NG, number: '0000000018' })
  expect(changed.body).toMatchObject({ held_back: 'account_waits' })
  expect((await read(id)).state).toBe('canceled')
  for (const person of [scene.owner, colleague])
    expect(await mailsOf(world, person)).toContain('The account for your payouts has changed')
})

const nameOf = async ({ payee }: Earner) => (await readPayee(world, first, payee)).name

test('a payout of a payee who is paused is neither approved nor sent', async () => {
  const scene = await buildPayable('SN')
  const id = await propose(scene)
  const params = { id: scene.payee }
  await world.call(pausePayouts, { token: first.token, params, body: { reason: 'Under investigation' } })
  expect(outcomeOf(await approve(id))).toBe('409 payee_held')
  await world.call(resumePayouts, { token: first.token, params })
  expect(outcomeOf(await approve(id))).toBe('200')
  await world.call(pausePayouts, { token: first.token, params, body: { reason: 'Under investigation' } })
  await sendPayouts(world.deps)
  expect((await read(id)).state).toBe('approved')
  await world.call(resumePayouts, { token: first.token, params })
  await sendPayouts(world.deps)
  expect((await read(id)).state).toBe('paid')
})

test('an account whose transfer comes back is refused, until its owner enters another one', async () => {
  const scene = await buildPayable('NG')
  const owed_minor = await balance(scene)
  const id = await propose(scene)
  await approve(id)
  await sendPayouts(world.deps)
  await expect.poll(async () => (await read(id)).state).toBe('paid')
  await world.simulators.control.desks.paystack.payouts.finish(`${id}-1`, 'returned')
  await expect.poll(async () => (await read(id)).state).toBe('returned')
  expect(await balance(scene)).toBe(owed_minor)
  const body = await readPayee(world, scene.owner, scene.payee)
  expect(body).toMatchObject({ account_state: 'refused', held_back: 'no_account' })
  expect(await mailsOf(world, scene.owner)).toContainEqual(expect.stringMatching(/^Your payout of .* failed$/))
})

test('nothing is paid before the identity is confirmed, while paused, below the minimum or in reserve', async () => {
  const scene = await buildEarner(world, 'NG')
  const params = { id: scene.payee }
  const heldBack = async () => (await readPayee(world, first, params.id)).held_back
  expect(await heldBack()).toBe('no_identity')
  await verify(scene)
  expect(await heldBack()).toBe('no_account')
  await setAccount(scene, payoutAccounts.NG)
  expect(await heldBack()).toBeNull()
  const terms = { commission: 0, schedule: 'weekly', minimum: 1_000_000, reserve: 0, reserve_days: 0 }
  await world.call(setPayeeTerms, { token: first.token, params, body: terms })
  expect(await heldBack()).toBe('minimum')
  await world.call(setPayeeTerms, {
    token: first.token,
    params,
    body: { ...terms, minimum: 1, reserve: 100, reserve_days: 30 },
  })
  expect(await heldBack()).toBe('reserve')
  const { version } = await readPayee(world, scene.owner, params.id)
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
  await world.call(refuseIdentity, { token: first.token, params, body: { reason: 'The card has expired.' } })
  expect(await heldBack()).toBe('no_identity')
  expect(await mailsOf(world, scene.owner)).toContain('We couldn’t confirm who we pay')
})

test('an operator sets up only their own account, and approves nothing', async () => {
  const scene = await buildPayable('NG')
  const other = await world.buildDriver({ role: 'partner', partner: 'Operator 1' })
  const id = await propose(scene)
  await updateConfirmed(world, other, scene.owner)
  const params = { id: scene.payee }
  const body = { ...payoutAccounts.NG, holder_name: 'Somebody' }
  expect(outcomeOf(await world.call(setPayoutAccount, { token: other.token, params, body }))).toBe('404 not_found')
  expect(outcomeOf(await world.call(approvePayout, { token: scene.owner.token, params: { id } }))).toBe('403 forbidden')
  expect(outcomeOf(await world.call(getPayout, { token: other.token, params: { id } }))).toBe('404 not_found')
})
