import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { day_ms, hour_ms } from '#contract/time.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { SmsError, type PostedReport, type SmsProviderName, type SmsReport } from '#server/providers/sms/provider.ts'
import { endConsents } from './consents.ts'

/** A report may arrive before the answer that names its message: it is looked for again after these pauses. */
const pauses_ms = [0, 100, 400, 1_500]

/** Stores what became of a message. Throws `invalid_signature` for a report that is not the provider's, and `not_found`. */
export async function receiveReport(deps: Deps, name: SmsProviderName, posted: PostedReport): Promise<void> {
  const provider = deps.sms[name]
  if (provider === undefined) throw new AppError('not_found')
  const report = provider.readReport(posted)
  if (report === undefined) throw new AppError('invalid_signature')
  for (const pause of pauses_ms) {
    await wait(pause)
    if (await storeReport(deps, name, report)) return
  }
}

/** Returns whether the message is known. What was delivered or has failed stays so, because reports come in any order. */
async function storeReport(
  { db }: Deps,
  provider: SmsProviderName,
  { provider_id, state, reason }: SmsReport,
): Promise<boolean> {
  const found = await db
    .selectFrom('sms_messages')
    .select(['id', 'state'])
    .where('provider', '=', provider)
    .where('provider_id', '=', provider_id)
    .executeTakeFirst()
  if (found === undefined) return false
  if (state !== 'sent')
    await db
      .updateTable('sms_messages')
      .set({ state, reason: reason?.slice(0, 100) ?? null })
      .where('id', '=', found.id)
      .where('state', '=', 'sent')
      .execute()
  return true
}

/**
 * Ends what has been agreed to for the number of a reply that asks for it; other replies are read by nobody. Throws
 * `invalid_signature` for one that is not the provider's, and `not_found`.
 */
export async function receiveReply(deps: Deps, name: SmsProviderName, posted: PostedReport): Promise<void> {
  const provider = deps.sms[name]
  if (provider === undefined) throw new AppError('not_found')
  const reply = provider.readReply(posted)
  if (reply === undefined) throw new AppError('invalid_signature')
  if (reply.stops) await transact(deps.db, (tx) => endConsents(tx, { number: reply.from }, 'reply', deps.clock()))
}

interface UnpricedSms {
  id: string
  provider: SmsProviderName
  provider_id: string
  counted_currency: string
  claimed_at: Date
}

const batchSize = 50
/** After that time without a price, the expected one stays counted. */
const givenUp_ms = 3 * day_ms

/** Asks providers that name prices later for those of sent messages; returns how many it has learned. */
export async function findSmsCosts(deps: Deps): Promise<number> {
  for (let count = 0; ;) {
    const messages = await claimUnpriced(deps)
    for (const sms of messages) if (await findOneCost(deps, sms)) count += 1
    if (messages.length < batchSize) return count
  }
}

const claimUnpriced = ({ db, clock }: Deps): Promise<UnpricedSms[]> =>
  transact(db, async (tx) => {
    const now = clock()
    const { rows } = await sql<UnpricedSms>`
      update sms_messages set next_cost_at =
        case when claimed_at > ${new Date(now.getTime() - givenUp_ms)} then ${new Date(now.getTime() + hour_ms)}::timestamptz end
      where id in (select id from sms_messages where next_cost_at <= ${now} order by next_cost_at limit ${batchSize}
        for update skip locked)
      returning id, provider, provider_id, counted_currency, claimed_at`.execute(tx)
    return rows
  })

async function findOneCost(deps: Deps, sms: UnpricedSms): Promise<boolean> {
  try {
    const cost = (await deps.sms[sms.provider]?.findCost?.(sms.provider_id)) ?? null
    if (cost === null) return false
    await deps.db
      .updateTable('sms_messages')
      .set({
        cost_micro: cost.micro,
        cost_currency: cost.currency,
        next_cost_at: null,
        ...(cost.currency === sms.counted_currency ? { counted_micro: cost.micro } : {}),
      })
      .where('id', '=', sms.id)
      .execute()
    return true
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    deps.log.warn(`the price of text message ${sms.id} is not known yet: ${error.message}`)
    return false
  }
}
