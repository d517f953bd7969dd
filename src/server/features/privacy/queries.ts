import type { ErasurePreview, PersonalDataExport } from '#contract/account.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { getWallet } from '#server/features/wallet/queries.ts'
import type { SignedIn } from '#server/http.ts'
import { holdings } from './holdings.ts'
import { openStatuses, readable } from './rules.ts'

/** Everything that is kept of a person. */
export async function exportPersonalData({ db, clock }: Deps, person: SignedIn): Promise<PersonalDataExport> {
  const { password_hash: _secret, ...account } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', person.user_id)
    .executeTakeFirstOrThrow()
  const held: [string, unknown[]][] = [['account', [readable(account)]]]
  for (const { name, copy } of holdings) held.push([name, (await copy(db, person)).map(readable)])
  return { made_at: clock().toISOString(), held: Object.fromEntries(held) }
}

/** What erasing an account would mean; `owes` stands in its way like an open booking. */
export async function previewErasure(
  db: Db | Tx,
  user_id: string,
  now: Date,
): Promise<ErasurePreview & { owes: boolean }> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { open } = await db
    .selectFrom('bookings')
    .select((row) => row.fn.countAll<bigint>().as('open'))
    .where('user_id', '=', user_id)
    .where((row) =>
      row.or([
        row('due_minor', '>', 0n),
        row.and([
          row('status', 'in', openStatuses),
          // A hold that has run out, and that the clock has not yet come to, holds nothing.
          row.or([row('status', '<>', 'pending'), row('held_until', '>', now)]),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow()
  const { balances } = (await getWallet(db, user_id, 'NGN')).data
  return {
    proof: password_hash === null ? 'code' : 'password',
    balances: balances
      .filter(({ balance }) => balance > 0)
      .map(({ balance, currency }) => ({ amount: balance, currency })),
    open_bookings: Number(open),
    owes: balances.some(({ owed }) => owed > 0),
  }
}
