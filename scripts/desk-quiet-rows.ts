import { countryIds } from '#contract/geography.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'

const day_ms = 24 * 60 * minute_ms

/** Rows that only providers, failures and many visitors make: disputes in each stage, work that failed, and counts of visits. */
export async function buildQuietRows(db: Db): Promise<void> {
  await buildVisits(db)
  const before = (days: number) => new Date(Date.now() - days * day_ms)
  const user_id = newId()
  const account = {
    id: user_id,
    email: 'ngozi.eze@example.com',
    first_name: 'Ngozi',
    last_name: 'Eze',
    country_id: countryIds.CA,
    language: 'en',
    email_verified_at: before(90),
    terms_accepted_at: before(90),
    created_at: before(90),
  }
  await db.insertInto('users').values(account).execute()
  for (const [position, [stage, claim, amount_minor]] of (
    [
      ['needs_answer', 'fraudulent', 5_000n],
      ['answered', 'product_not_received', 2_000n],
      ['won', 'duplicate', 10_000n],
      ['lost', 'credit_not_processed', 1_500n],
    ] as const
  ).entries()) {
    const at = before(20 - position)
    const top_up_id = newId()
    const topUp = {
      id: top_up_id,
      reference: `PW-DSPT${position}XK42M`,
      user_id,
      provider: 'stripe',
      provider_reference: `pi_dispute_${position}`,
      amount_minor,
      currency: 'CAD',
      status: 'success',
      created_at: at,
      settled_at: at,
      checked_at: at,
      next_check_at: at,
      device: 'desktop',
    }
    await db.insertInto('top_ups').values(topUp).execute()
    const isOpen = stage === 'needs_answer' || stage === 'answered'
    const dispute = {
      id: newId(),
      top_up_id,
      provider: 'stripe',
      provider_dispute_id: `dp_${position}`,
      claim,
      stage,
      amount_minor,
      currency: 'CAD',
      answer_by: isOpen ? new Date(Date.now() + 6 * day_ms) : null,
      reported_at: before(9 - position),
      checked_at: before(1),
      ended_at: isOpen ? null : before(2),
    }
    await db.insertInto('disputes').values(dispute).execute()
  }
  for (const [queue, subject, tries, last_error, isOver] of [
    ['webhooks', 'stripe evt_1PxQ', 4, 'connect ECONNREFUSED 10.0.4.12:443', false],
    ['wallet_pushes', null, 8, 'The device’s subscription has ended (410)', true],
    ['refunds', 'PW-7KQ2MX', 3, 'The provider did not answer within 10 s', false],
  ] as const)
    await db
      .insertInto('failed_work')
      .values({
        id: newId(),
        queue,
        key: newId(),
        subject,
        tries,
        last_error,
        failed_at: before(0.1),
        next_try_at: isOver ? null : new Date(Date.now() + 20 * minute_ms),
        set_aside_at: isOver ? before(0.1) : null,
      })
      .execute()
}

/** What visitors in Canada did on the last seven days, fewer of them from step to step. */
async function buildVisits(db: Db): Promise<void> {
  const { id: branch_id } = await db
    .selectFrom('branches')
    .select('id')
    .where('country_id', '=', countryIds.CA)
    .orderBy('slug')
    .executeTakeFirstOrThrow()
  const shares = { phone: 0.7, tablet: 0.05, desktop: 0.25 }
  const cells = Array.from({ length: 7 }, (_day, n) => n).flatMap((n) =>
    Object.entries(shares).map(([device, share]) => {
      const count = (of: number) => BigInt(Math.round(of * share * (1 + ((n * 3) % 7) / 20)))
      const at = new Date(Date.now() - n * day_ms).toISOString().slice(0, 10)
      return { count, row: { day: at, country_id: countryIds.CA, device, is_example: false } }
    }),
  )
  const ofParking = Object.entries({ search: 840, park_page: 410, quote: 530 })
  const ofShop = Object.entries({ item_page: 320, cart: 96, checkout: 61 })
  await db
    .insertInto('figure_days')
    .values(cells.flatMap(({ count, row }) => ofParking.map(([kind, of]) => ({ ...row, kind, count: count(of) }))))
    .execute()
  await db
    .insertInto('shop_figure_days')
    .values(
      cells.flatMap(({ count, row }) =>
        ofShop.map(([kind, of]) => ({
          ...row,
          kind,
          branch_id: kind === 'item_page' ? null : branch_id,
          count: count(of),
        })),
      ),
    )
    .execute()
}
