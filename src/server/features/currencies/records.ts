import { sql } from 'kysely'
import type { CurrencyRecord, ExchangeRate } from '#contract/currencies/desk.ts'
import type { createExchangeRate as rateContract, updateCurrency as updateContract } from '#contract/currencies/desk.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { currencyDigits, toMajor, type Currency } from '#contract/money.ts'
import type { Language } from '#contract/places/places.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { AppError, fieldError } from '#server/http/errors.ts'

interface Change<A> {
  answer: A
  changes: AuditedChange[]
}

/** Returns a currency as staff sees it. Throws `not_found`. */
export async function getCurrency(db: Db | Tx, code: Currency, language: Language): Promise<CurrencyRecord> {
  const row = await db
    .selectFrom('currency_settings')
    .selectAll()
    .where('code', '=', code)
    .$narrowType<Pick<CurrencyRecord, 'position'>>()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { cash_step_minor, ...facts } = row
  return {
    ...facts,
    id: code,
    code,
    title: language === 'fr' ? row.name_fr : row.name,
    cash_step: { amount: toMajor(cash_step_minor, code), currency: code },
    is_crypto: false,
    actions: ['update', 'add_rate'],
  }
}

const describe = ({ name, name_fr, symbol, position, digits, cash_step }: CurrencyRecord) => ({
  name,
  name_fr,
  symbol,
  position,
  digits,
  cash_step: cash_step.amount,
})

/** Changes how amounts are written. Throws `changed_meanwhile`, and 422 for decimals that the currency does not have. */
export async function updateCurrency(
  tx: Tx,
  code: Currency,
  { version, cash_step, symbol, ...texts }: ParsedBody<typeof updateContract>,
  language: Language,
): Promise<Change<CurrencyRecord>> {
  await tx.selectFrom('currency_settings').select('code').where('code', '=', code).forUpdate().execute()
  const before = await getCurrency(tx, code, language)
  await requireVersion(tx, { kind: 'currency', id: code, version: before.version }, version)
  if (texts.digits > currencyDigits[code]) throw fieldError('digits', 'too_large')
  const cash_step_minor = parseAmount('cash_step', cash_step, code)
  if (cash_step_minor === 0n) throw fieldError('cash_step', 'too_small')
  await tx
    .updateTable('currency_settings')
    // A symbol of two words stays on one line.
    .set({ ...texts, symbol: symbol.replaceAll(' ', '\u00a0'), cash_step_minor, version: version + 1 })
    .where('code', '=', code)
    .execute()
  const answer = await getCurrency(tx, code, language)
  return { answer, changes: [{ kind: 'currency', id: code, before: describe(before), after: describe(answer) }] }
}

/**
 * Enters a rate and returns its currency. Throws 422 for a rate against itself, for a day that has not begun or has a rate
 * already.
 */
export async function createRate(
  tx: Tx,
  code: Currency,
  input: ParsedBody<typeof rateContract>,
  language: Language,
  now: Date,
): Promise<Change<CurrencyRecord>> {
  if (input.against === code) throw fieldError('against', 'same_currency')
  if (input.day > now.toISOString().slice(0, 10)) throw fieldError('day', 'day_ahead')
  const id = newId(now.getTime())
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('exchange_rates')
    .values({ ...input, id, currency: code, created_at: now })
    .onConflict((conflict) => conflict.columns(['currency', 'against', 'day']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw fieldError('day', 'rate_entered')
  const change = { kind: 'exchange_rate', id, after: { currency: code, ...input } }
  return { answer: await getCurrency(tx, code, language), changes: [change] }
}

/** Returns an exchange rate. Throws `not_found`. */
export async function getRate(db: Db | Tx, id: string): Promise<ExchangeRate> {
  const row = await db
    .selectFrom('exchange_rates')
    .select(['id', 'currency', 'against', 'rate', 'source'])
    .select(sql<string>`day::text`.as('day'))
    .where('id', '=', id)
    .$narrowType<Pick<ExchangeRate, 'currency' | 'against'>>()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return { ...row, title: `${row.currency} → ${row.against}, ${row.day}`, actions: ['remove'] }
}

/** Deletes an exchange rate. Throws `not_found`. */
export async function deleteRate(tx: Tx, id: string): Promise<Change<undefined>> {
  await sql`select from exchange_rates where id = ${id}::uuid for update`.execute(tx)
  const { title: _title, actions: _actions, ...before } = await getRate(tx, id)
  await tx.deleteFrom('exchange_rates').where('id', '=', id).execute()
  return { answer: undefined, changes: [{ kind: 'exchange_rate', id, before }] }
}
