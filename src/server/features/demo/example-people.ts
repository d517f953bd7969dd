import type { Currency } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { newId } from '#server/ids.ts'

export type ExampleCustomer = { user_id: string; email: string; language: 'en' | 'fr' }

const day_ms = 86_400_000
const names = ['Ada', 'Bukola', 'Chantal', 'Fatou', 'Noah', 'Moussa', 'Olivia', 'Tunde', 'Awa', 'Ethan'] as const

/** An example customer of a country, an account without a way to log in; created 31 days before `until`. */
export async function findExampleCustomer(
  tx: Tx,
  { country_id, language }: { country_id: number; language: 'en' | 'fr' },
  number: number,
  until: Date,
): Promise<ExampleCustomer> {
  const email = `example-customer-${country_id}-${number}@example.com`
  const found = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (found !== undefined) return { user_id: found.id, email, language }
  const created_at = new Date(until.getTime() - 31 * day_ms)
  const user_id = newId(created_at.getTime())
  const first_name = names[(country_id * 5 + number) % names.length]!
  const facts = { first_name, last_name: 'Example', country_id, language, created_at }
  await tx
    .insertInto('users')
    .values({ id: user_id, email, email_verified_at: created_at, terms_accepted_at: created_at, ...facts })
    .execute()
  return { user_id, email, language }
}

/** The example employee: an account without a way to log in and without a role. */
export async function findExampleEmployee(tx: Tx, country_id: number, at: Date): Promise<string> {
  const email = 'example-employee@example.com'
  const found = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (found !== undefined) return found.id
  const id = newId(at.getTime())
  const facts = { first_name: 'Sam', last_name: 'Example', country_id, language: 'en', created_at: at }
  await tx
    .insertInto('users')
    .values({ id, email, email_verified_at: at, terms_accepted_at: at, ...facts })
    .execute()
  return id
}

/** Gives an example customer what something costs. */
export async function creditExample(
  tx: Tx,
  user_id: string,
  amount_minor: bigint,
  currency: Currency,
  at: Date,
): Promise<void> {
  await postTransfer(tx, {
    kind: 'adjustment',
    reference: newId(),
    description: 'example',
    currency,
    at,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor },
      { account: { kind: 'adjustment', owner: '' }, amount_minor: -amount_minor },
    ],
  })
}
