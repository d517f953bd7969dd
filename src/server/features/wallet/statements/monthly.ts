import type { Locale } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import { contactAt } from '#contract/settings/company.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { findEntriesInRange } from '../ledger/entries.ts'
import { findBalanceBefore, findCountedAccounts, findPositionRange } from '../ledger/entry-positions.ts'
import { getMonthRange, getWalletZone } from '../rules.ts'
import type { MonthlyStatement, renderStatement } from './statement.ts'

/** About fifty pages. Longer months are exported as CSV. */
const maxEntries = 1_500

/** Throws 422 for a month that has not begun, and `statement_too_long`. */
export async function getMonthlyStatement(
  { db, clock, publicUrl }: Deps,
  { user_id, country_code }: SignedIn,
  { month, currency }: { month: string; currency: Currency },
): Promise<MonthlyStatement> {
  const zone = getWalletZone(country_code)
  const { from, to } = getMonthRange(month, zone)
  const now = clock()
  if (from > now) throw fieldError('month', 'month')
  const holder = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const [account] = await findCountedAccounts(db, user_id, currency)
  const run = account && (await findPositionRange(db, account, { from, to }))
  if (run !== undefined && run.end - run.first > BigInt(maxEntries))
    throw new AppError('statement_too_long', { most: maxEntries })
  const lines = run === undefined ? [] : await findEntriesInRange(db, user_id, run.account, run)
  const opening_minor = run === undefined ? 0n : await findBalanceBefore(db, run.account, run.first)
  return { month, currency, zone, from, to, holder, opening_minor, lines, now, contact: contactAt(publicUrl()) }
}

const rendering = { module: new URL('./statement.ts', import.meta.url).href, name: 'renderStatement' }

/** Renders a statement as PDF in a worker: fifty pages take seconds. Throws `overloaded` when too many wait. */
export const drawStatement = ({ workers }: Deps, month: MonthlyStatement, locale: Locale): Promise<Buffer> =>
  workers.documents.run<typeof renderStatement>(rendering, month, locale)
