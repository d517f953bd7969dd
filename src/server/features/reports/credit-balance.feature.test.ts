import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditBalanceReport } from '#contract/reports/desk/credit-balance.ts'
import { newId } from '#server/database/ids.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { creditBalanceDesk } from './credit-balance.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a wallet has its balance, what is just being paid in, and its last movement', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  const driver = await world.buildDriver({ balance_minor: 5_000n })
  const at = world.clock.now
  const topUp = { user_id: driver.user_id, provider: 'stripe', currency: 'CAD', created_at: at, next_check_at: at }
  for (const [reference, status, amount_minor] of [
    ['TU-A', 'pending', 2_500n],
    ['TU-B', 'failed', 9_900n],
  ] as const)
    await world.db
      .insertInto('top_ups')
      .values({ id: newId(), reference, status, amount_minor, ...topUp })
      .execute()
  const { email } = await world.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', driver.user_id)
    .executeTakeFirstOrThrow()
  const { body } = await world.call(creditBalanceReport.endpoint, { token, query: { search: email } })
  expect(body.items).toMatchObject([
    {
      email,
      customer_id: driver.user_id,
      balance: { amount: 50, currency: 'CAD' },
      pending: { amount: 25, currency: 'CAD' },
      owed: { amount: 0, currency: 'CAD' },
      last_movement_at: at.toISOString(),
    },
  ])
  expect((await world.call(creditBalanceReport.endpoint, { token, query: { owing: 'true' } })).body.items).toEqual([])
})

test('is for people with its own permission, everywhere: wallets are at no branch', () => {
  expect(creditBalanceDesk.map(({ list }) => list.permission)).toEqual(['reports.credit'])
})
