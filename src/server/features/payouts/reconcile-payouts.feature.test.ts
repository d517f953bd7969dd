import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { approvePayout } from '#contract/payouts/desk/payouts.ts'
import { getDiscrepancyRecord, moneyList } from '#contract/wallet/desk/money.ts'
import { readSide } from '#contract/wallet/money-discrepancies.ts'
import { buildPaidBooking, setBalance } from '#test/kits/bookings-kit.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { buildPayout, createPayoutWorld, expectSettledWorld } from '#test/kits/desk/payouts-kit.ts'
import type { WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { reconcilePayouts, reconcileRecentPayouts } from './reconcile-payouts.ts'
import { sendPayouts } from './send-payouts.ts'

let world: WalletWorld
let admin: Driver
beforeAll(async () => {
  ;({ world, first: admin } = await createPayoutWorld())
})
afterEach(() => expectSettledWorld(world))
afterAll(() => world.close())

const accounts = {
  paystack: {
    country_code: 'NG',
    currency: 'NGN',
    hourly_minor: 200_000n,
    account: { kind: 'bank', bank_code: '058', account_number: '0123456785' },
  },
  wave: {
    country_code: 'SN',
    currency: 'XOF',
    hourly_minor: 2_000n,
    account: { kind: 'mobile', mobile: '+221771234567', holder_name: 'Awa Ndiaye' },
  },
} as const

describe.each(['paystack', 'wave'] as const)('payouts by %s', (method) => {
  const { country_code, currency, hourly_minor, account } = accounts[method]
  const provider = () => world.deps.payouts[method]!
  /** The UTC day that the clock is in. */
  const today = (): [Date, Date] => {
    const from = new Date(`${world.clock.now.toISOString().slice(0, 10)}T00:00:00Z`)
    return [from, new Date(from.getTime() + 86_400_000)]
  }
  const reconcile = () => reconcilePayouts(world.deps, provider(), ...today())
  const read = (id: string) => world.db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const desk = () => world.simulators.control.desks[method].payouts

  /** A payout of an operator that was approved. */
  const build = async (): Promise<string> => {
    const partner = `Operator ${crypto.randomUUID()}`
    const park = await world.buildPark({ country_code, partner, increment_minor: hourly_minor, day_cap_minor: null })
    const driver = await world.buildDriver({ country_code })
    await setBalance(world, driver, 100_000_000n, currency)
    await buildPaidBooking(world, driver, park, 4, 16)
    const partner_id = await findOrCreatePartner(world.db, country_code, partner)
    const id = await buildPayout(world, partner_id, admin.user_id)
    const { account_id } = await read(id)
    const registered = await provider().registerAccount(account)
    if (registered.kind === 'refused') throw new Error(registered.message)
    await world.db
      .updateTable('payout_accounts')
      .set({ method, recipient: registered.recipient })
      .where('id', '=', account_id)
      .execute()
    await world.db.updateTable('payouts').set({ method }).where('id', '=', id).execute()
    await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
    const answer = await world.call(approvePayout, { token: admin.token, params: { id } })
    expect(answer.status, JSON.stringify(answer.problem)).toBe(200)
    return id
  }
  const send = async (): Promise<string> => {
    const id = await build()
    await sendPayouts(world.deps)
    await expect.poll(async () => (await read(id)).state).toBe('paid')
    return id
  }

  test('finds nothing where both sides have the same', async () => {
    await send()
    const { listed, discrepancies } = await reconcile()
    expect(listed).toBeGreaterThan(0)
    expect(discrepancies).toEqual([])
  })

  test('learns of a payout that came back without a webhook', async () => {
    const id = await send()
    const { reference } = await read(id)
    world.simulators.control.set(method, { webhooks: 'never' })
    await desk().finish(reference!, 'returned')
    expect((await reconcile()).discrepancies).toEqual([])
    expect((await read(id)).state).toBe('returned')
  })

  test('books the fee that the provider gives back with a payout, and none that it keeps', async () => {
    const [whole, charged] = [await send(), await send()]
    world.simulators.control.set(method, { webhooks: 'never' })
    await desk().finish(`${whole}-1`, 'returned')
    world.simulators.control.set(method, { keeps_payout_fee: true })
    await desk().finish(`${charged}-1`, 'returned')
    // Twice: what is booked is not booked again.
    for (let n = 0; n < 2; n += 1) expect((await reconcile()).discrepancies).toEqual([])
    const fees = async (id: string) => {
      const { number, fee_minor, fee_returned_minor } = await read(id)
      const { rows } = await sql<{ minor: bigint }>`
        select coalesce(-sum(e.amount_minor), 0)::bigint as minor from ledger_transfers t
          join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
        where a.kind = 'provider_fee' and t.description = ${`provider_fee:${number}`}`.execute(world.db)
      return { fee_minor, fee_returned_minor, expense_minor: rows[0]!.minor }
    }
    const fee_minor = (await read(whole)).fee_minor!
    expect(fee_minor).toBeGreaterThan(0n)
    const isShown = method === 'wave'
    expect(await fees(whole)).toEqual({
      fee_minor,
      fee_returned_minor: isShown ? fee_minor : null,
      expense_minor: isShown ? 0n : fee_minor,
    })
    expect(await fees(charged)).toEqual({
      fee_minor,
      fee_returned_minor: isShown ? 0n : null,
      expense_minor: fee_minor,
    })
  })

  test('shows staff a payout that we did not send, once', async () => {
    const id = await send()
    const { reference, amount_minor } = await read(id)
    // What the database has of it is lost, as by a restore of yesterday’s backup.
    await world.db.updateTable('payouts').set({ reference: 'a-reference-of-another' }).where('id', '=', id).execute()
    await world.db.updateTable('payouts').set({ method: 'bank' }).where('id', '=', id).execute()
    const { discrepancies } = await reconcile()
    expect(discrepancies).toMatchObject([{ kind: 'unknown_payout', reference, ours: 'nothing' }])
    expect(readSide(discrepancies[0]!.theirs)).toMatchObject({ state: 'success' })
    expect((await reconcile()).discrepancies).toEqual([])
    const { id: row } = await world.db
      .selectFrom('money_differences')
      .select('id')
      .where('reference', '=', reference!)
      .executeTakeFirstOrThrow()
    const record = await world.call(getDiscrepancyRecord, { token: admin.token, params: { id: row } })
    expect(record.body).toMatchObject({ kind: 'unknown_payout', payout: null, driver: null })
    await world.db.updateTable('payouts').set({ reference, method }).where('id', '=', id).execute()
    const known = await world.call(getDiscrepancyRecord, { token: admin.token, params: { id: row } })
    expect(known.body).toMatchObject({ payout_id: id, payout: (await read(id)).number })
    expect(amount_minor).toBeGreaterThan(0n)
  })

  test('shows staff money that came back for a payout that we cannot name, and books nothing', async () => {
    const id = await send()
    const { reference } = await read(id)
    // Another payout of the same amount is no reason to book it.
    const other = await send()
    await world.db.updateTable('payouts').set({ method: 'bank' }).where('id', '=', id).execute()
    await desk().finish(reference!, 'returned')
    const { discrepancies } = await reconcile()
    expect(discrepancies).toMatchObject([{ kind: 'unknown_return', reference, ours: 'nothing' }])
    expect(readSide(discrepancies[0]!.theirs)).toMatchObject({ state: 'reversed', money: { currency } })
    expect((await reconcile()).discrepancies).toEqual([])
    expect([(await read(id)).state, (await read(other)).state]).toEqual(['paid', 'paid'])
    await world.db.updateTable('payouts').set({ method }).where('id', '=', id).execute()
  })

  test('shows staff a payout that the provider does not have, and one of another amount', async () => {
    const [missing, other] = [await send(), await send()]
    const reference = `${missing}-7`
    await world.db.updateTable('payouts').set({ reference }).where('id', '=', missing).execute()
    const { amount_minor, reference: stored } = await read(other)
    const changed = { amount_minor: amount_minor + 100n }
    await world.db.updateTable('payouts').set(changed).where('id', '=', other).execute()
    const { discrepancies } = await reconcile()
    expect(new Set(discrepancies.map(({ kind, reference: of }) => `${kind} ${of}`))).toEqual(
      new Set([
        `missing_payout ${reference}`,
        `payout_amount ${stored}`,
        // The attempt that the provider has is an earlier one of a payout for which we have another.
        `payout_state ${missing}-1`,
      ]),
    )
    await world.db
      .updateTable('payouts')
      .set({ reference: `${missing}-1` })
      .where('id', '=', missing)
      .execute()
    await world.db.updateTable('payouts').set({ amount_minor }).where('id', '=', other).execute()
  })

  test('learns of a payout that came back within three months without a webhook', async () => {
    const due = () =>
      reconcileRecentPayouts({ ...world.deps, payouts: { [method]: provider() } as typeof world.deps.payouts })
    const id = await send()
    await world.db.deleteFrom('payout_reconciliations').execute()
    world.clock.advance(26 * 60)
    await due()
    world.simulators.control.set(method, { webhooks: 'never', unnamed_returns: true })
    world.clock.advance(20 * 24 * 60)
    await desk().finish((await read(id)).reference!, 'returned')
    // Each run reads a share of the days again, until all are read.
    for (let run = 0; run < 8; run += 1) await due()
    expect((await read(id)).state).toBe('returned')
    const { rows } = await sql<{ unread: number }>`
      select count(*) filter (where finished_at is null or finished_at < ${world.clock.now}::timestamptz - interval '7 days')::int
        as unread
      from payout_reconciliations`.execute(world.db)
    expect(rows).toEqual([{ unread: 0 }])
    world.clock.advance(24 * 60)
    await world.db.deleteFrom('payout_reconciliations').execute()
  })

  test('compares each day once, and again where the provider was silent', async () => {
    await world.db.deleteFrom('payout_reconciliations').execute()
    const days = () =>
      world.db.selectFrom('payout_reconciliations').selectAll().where('provider', '=', method).orderBy('day').execute()
    world.simulators.control.set(method, { unavailable: true })
    await reconcileRecentPayouts(world.deps)
    expect((await days()).map(({ finished_at }) => finished_at)).toEqual(Array.from({ length: 7 }, () => null))
    world.simulators.control.reset()
    await reconcileRecentPayouts(world.deps)
    expect((await days()).every(({ finished_at }) => finished_at === null)).toBe(true)
    world.clock.advance(61)
    await reconcileRecentPayouts(world.deps)
    expect((await days()).every(({ finished_at, listed }) => finished_at !== null && listed !== null)).toBe(true)
    const before = await days()
    await reconcileRecentPayouts(world.deps)
    expect(await days()).toEqual(before)
  })
})

test('a reversal at Wave that names no payout is shown to staff by its own number, once', async () => {
  const from = new Date(`${world.clock.now.toISOString().slice(0, 10)}T00:00:00Z`)
  const day = [from, new Date(from.getTime() + 86_400_000)] as const
  const wave = world.deps.payouts.wave!
  const known = (await wave.listPayouts(...day)).length
  const made = { reference: `elsewhere-${'0'.repeat(16)}`, amount_minor: 4_100n, currency: 'XOF' }
  await wave.send({ ...made, recipient: '+221771234567', reason: 'Elsewhere' })
  world.simulators.control.set('wave', { unnamed_returns: true })
  await world.simulators.control.desks.wave.payouts.finish(made.reference, 'returned')
  expect((await wave.listPayouts(...day)).length).toBe(known + 2)
  const { discrepancies } = await reconcilePayouts(world.deps, wave, ...day)
  const returns = discrepancies.filter(({ kind }) => kind === 'unknown_return')
  expect(returns.map(({ reference }) => reference.slice(0, 2)).toSorted()).toEqual(['T_', 'el'])
  const unnamed = returns.filter(({ reference }) => reference.startsWith('T_'))
  expect(unnamed).toMatchObject([{ kind: 'unknown_return', ours: 'nothing', theirs: 'reversed 4100 XOF' }])
  const query = { search: unnamed[0]!.reference }
  const shown = await world.call(moneyList.endpoint, { token: admin.token, query })
  expect(shown.status, JSON.stringify(shown.problem)).toBe(200)
  expect(shown.body.items).toMatchObject([{ kind: 'unknown_return' }])
  expect((await reconcilePayouts(world.deps, wave, ...day)).discrepancies).toEqual([])
})
