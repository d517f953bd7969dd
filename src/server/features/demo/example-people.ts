import type { Currency } from '#contract/money.ts'
import type { TextLanguage } from '#contract/text-languages.ts'
import { day_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { assignRole } from '#server/features/access/assignments.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'

export interface ExampleCustomer {
  user_id: string
  email: string
  language: TextLanguage
}

const names = ['Ada', 'Bukola', 'Chantal', 'Fatou', 'Noah', 'Moussa', 'Olivia', 'Tunde', 'Awa', 'Ethan'] as const

/** An example customer of a country, an account without a way to log in; created 31 days before `until`. */
export async function findExampleCustomer(
  tx: Tx,
  { country_id, language }: { country_id: number; language: TextLanguage },
  number: number,
  until: Date,
): Promise<ExampleCustomer> {
  const email = `example-customer-${country_id}-${number}@example.com`
  const first_name = names[(country_id * 5 + number) % names.length]!
  const created_at = new Date(until.getTime() - 31 * day_ms)
  const user_id = await findAccount(tx, { email, first_name, country_id, language, created_at })
  return { user_id, email, language }
}

/** The example employee: an account without a way to log in and without a role. */
export async function findExampleEmployee(tx: Tx, country_id: number, at: Date): Promise<string> {
  const facts = { first_name: 'Sam', country_id, language: 'en', created_at: at } as const
  const user_id = await findAccount(tx, { email: 'example-employee@example.com', ...facts })
  const role = await tx.selectFrom('roles').select('id').where('code', '=', 'staff').executeTakeFirstOrThrow()
  await assignRole(tx, { user_id, role_id: role.id, scope: 'everywhere' }, at)
  return user_id
}

/** The example couriers of a branch, opened unless they are there. */
export async function findExampleCouriers(
  tx: Tx,
  branch: { id: string; slug: string; country_id: number },
  at: Date,
): Promise<string[]> {
  const role = await tx.selectFrom('roles').select('id').where('code', '=', 'delivery_boy').executeTakeFirstOrThrow()
  const ids: string[] = []
  for (const [n, first_name] of (['Awa', 'Kofi'] as const).entries()) {
    const email = `example-courier-${branch.slug}-${n + 1}@example.com`
    const facts = { first_name, country_id: branch.country_id, language: 'en', created_at: at } as const
    const user_id = await findAccount(tx, { email, ...facts })
    await assignRole(tx, { user_id, role_id: role.id, scope: 'branch', branch_id: branch.id }, at)
    await tx
      .insertInto('couriers')
      .values({ user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    ids.push(user_id)
  }
  return ids
}

/** The example seller of a branch, opened unless they are there. */
export async function findExampleSeller(
  tx: Tx,
  branch: { id: string; slug: string; country_id: number; language: TextLanguage },
  at: Date,
): Promise<string> {
  const role = await tx.selectFrom('roles').select('id').where('code', '=', 'pos_operator').executeTakeFirstOrThrow()
  const { slug, country_id, language } = branch
  const facts = { first_name: language === 'fr' ? 'Mariama' : 'Grace', country_id, language, created_at: at }
  const user_id = await findAccount(tx, { email: `example-seller-${slug}@example.com`, ...facts })
  await assignRole(tx, { user_id, role_id: role.id, scope: 'branch', branch_id: branch.id }, at)
  return user_id
}

interface Facts {
  email: string
  first_name: string
  country_id: number
  language: TextLanguage
  created_at: Date
}

/** The account of an example person, opened unless it is there; other examples may open it at the same time. */
async function findAccount(tx: Tx, { created_at, ...facts }: Facts): Promise<string> {
  const find = () => tx.selectFrom('users').select('id').where('email', '=', facts.email).executeTakeFirst()
  const found = await find()
  if (found !== undefined) return found.id
  const dates = { created_at, email_verified_at: created_at, terms_accepted_at: created_at }
  await tx
    .insertInto('users')
    .values({ ...facts, ...dates, id: newId(created_at.getTime()), last_name: 'Example' })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return (await find())!.id
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
