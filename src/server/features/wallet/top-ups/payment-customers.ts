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

/** The job: deletes the customers of erased accounts at their providers, with the saved cards. */
export async function deleteErasedCustomers(deps: Deps): Promise<void> {
  const { db, payments } = deps
  const erased = await db
    .selectFrom('payment_customers')
    .select(['provider', 'customer_id'])
    .where('user_id', 'is', null)
    .orderBy('created_at')
    .limit(100)
    .execute()
  for (const { provider, customer_id } of erased) {
    const desk = payments[provider as ProviderName]?.customers
    if (desk === undefined) continue
    try {
      await desk.remove(customer_id)
      await forgetCustomer(deps, provider as ProviderName, customer_id)
    } catch (error) {
      withoutCustomer(deps, error)
    }
  }
}

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
