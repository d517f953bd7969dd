import type { Currency } from '#contract/money.ts'
import { newId } from '#server/database/ids.ts'
import { closeStatement } from '#server/features/payouts/close-statement.ts'
import { addMissingPayees } from '#server/features/payouts/payees.ts'
import { proposePayout } from '#server/features/payouts/payouts.ts'
import type { World } from '../world.ts'

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
