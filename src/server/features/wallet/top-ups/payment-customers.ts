import { sql } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderError, type ProviderName } from '#server/providers/payments/provider.ts'

/*
 * Who a driver is at a provider that keeps the cards they chose to save. Saved cards are a convenience: when the
 * provider refuses a customer, the driver pays without them.
 */

/** Returns the driver's customer at the provider, created on first use; null where there are none. */
export async function findOrCreateCustomer(
  deps: Deps,
  provider: ProviderName,
  user_id: string,
): Promise<string | null> {
  const desk = deps.payments[provider]?.customers
  if (desk === undefined) return null
  const known = await findCustomer(deps, provider, user_id)
  if (known !== undefined) return known
  try {
    const customer_id = await desk.create(user_id)
    await deps.db
      .insertInto('payment_customers')
      .values({ provider, customer_id, user_id, created_at: deps.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await findCustomer(deps, provider, user_id)) ?? null
  } catch (error) {
    return withoutCustomer(deps, error)
  }
}

/** Forgets a customer that the provider no longer knows. */
export const forgetCustomer = ({ db }: Pick<Deps, 'db'>, provider: ProviderName, customer_id: string) =>
  db.deleteFrom('payment_customers').where('provider', '=', provider).where('customer_id', '=', customer_id).execute()

/** Returns the secret that opens the customer's saved cards; undefined when the provider does not give one. */
export async function startCustomerSession(
  deps: Deps,
  provider: ProviderName,
  customer_id: string,
): Promise<string | undefined> {
  try {
    return await deps.payments[provider]?.customers?.startSession(customer_id)
  } catch (error) {
    return withoutCustomer(deps, error) ?? undefined
  }
}

const erasedCustomers: Queue<{ provider: string; customer_id: string }> = {
  name: 'erased_customers',
  find: ({ db, payments }, { limit, isReady }) =>
    db
      .selectFrom('payment_customers')
      .select(['provider', 'customer_id'])
      .where('user_id', 'is', null)
      .where('provider', 'in', withCustomers(payments))
      .where(isReady(sql`payment_customers.provider || ' ' || payment_customers.customer_id`))
      .orderBy('created_at')
      .limit(limit)
      .execute(),
  keyOf: ({ provider, customer_id }) => `${provider} ${customer_id}`,
  subjectOf: ({ provider, customer_id }) => `${provider} ${customer_id}`,
  async work(deps, { provider, customer_id }) {
    await deps.payments[provider as ProviderName]!.customers!.remove(customer_id)
    await forgetCustomer(deps, provider as ProviderName, customer_id)
  },
}

const withCustomers = (payments: Deps['payments']): string[] =>
  ['', ...Object.keys(payments)].filter(
    (name) => payments[name as ProviderName]?.customers !== undefined || name === '',
  )

/** The job: deletes the customers of erased accounts at their providers, with the saved cards. Returns how many. */
export const deleteErasedCustomers = (deps: Deps): Promise<number> => workThrough(deps, erasedCustomers)

async function findCustomer({ db }: Deps, provider: string, user_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('provider', '=', provider)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.customer_id
}

function withoutCustomer({ log }: Pick<Deps, 'log'>, error: unknown): null {
  if (!(error instanceof ProviderError)) throw error
  log.warn(`saved cards are not available: ${error.message}`)
  return null
}
