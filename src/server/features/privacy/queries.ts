import type { ErasurePreview, PersonalDataExport } from '#contract/accounts/account.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { isDelivering } from '#server/features/deliveries/couriers.ts'
import { getWallet } from '#server/features/wallet/queries.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { holdings } from './holdings.ts'
import { openStatuses, toReadableRow } from './rules.ts'

/** Returns all personal data of a user. */
export async function exportPersonalData({ db, clock }: Deps, person: SignedIn): Promise<PersonalDataExport> {
  const { password_hash: _secret, ...account } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', person.user_id)
    .executeTakeFirstOrThrow()
  const held: [string, unknown[]][] = [['account', [toReadableRow(account)]]]
  for (const { name, copy } of holdings) held.push([name, (await copy(db, person)).map(toReadableRow)])
  return { made_at: clock().toISOString(), held: Object.fromEntries(held) }
}

/** Returns what erasing an account requires and forfeits. Open bookings, debt (`owes`) and paid requests that are not over prevent it. */
export async function previewErasure(
  db: Db | Tx,
  user_id: string,
  now: Date,
): Promise<ErasurePreview & { owes: boolean; has_open_requests: boolean; is_delivering: boolean }> {
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
          // An expired hold that the job has not processed yet does not count.
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
    has_open_requests: (await findOpenRequest(db, user_id)) !== undefined,
    is_delivering: await isDelivering(db, user_id),
    owes: balances.some(({ owed }) => owed > 0),
  }
}

/** A request for vehicle documents whose money or documents are still on their way. */
const findOpenRequest = (db: Db | Tx, user_id: string) =>
  db
    .selectFrom('document_requests')
    .select('id')
    .where('user_id', '=', user_id)
    .where('paid_at', 'is not', null)
    .where('status', 'not in', ['delivered', 'cancelled', 'refunded'])
    .executeTakeFirst()
