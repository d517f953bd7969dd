import { sql } from 'kysely'
import { currencyDigits, type Currency } from '#contract/money.ts'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { SmsProviderName } from '#server/providers/sms/provider.ts'
import { dayStart, type SmsLimits, type SmsUsage } from './rules.ts'

/** What a country's messages are sent with. */
export interface SmsGateway {
  country: string
  provider: SmsProviderName
  sender: string | null
  is_active: boolean
  /** What one part is expected to cost, in millionths of `currency`: counted where the provider names no price in it. */
  price_micro: bigint
  currency: Currency
  daily_maximum_minor: bigint
  version: number
  last_response: string | null
  last_response_at: Date | null
}

/** Finds a country's gateway; with `locks`, nobody else counts or changes it until the transaction ends. */
export const findGateway = (db: Db | Tx, country: string, locks = false): Promise<SmsGateway | undefined> =>
  db
    .selectFrom('sms_gateways')
    .selectAll()
    .where('country', '=', country)
    .$if(locks, (query) => query.forUpdate())
    .$narrowType<Pick<SmsGateway, 'provider' | 'currency'>>()
    .executeTakeFirst()

/** An amount in millionths, of one in minor units. */
const microOf = (minor: bigint, currency: Currency): bigint => minor * 10n ** BigInt(6 - currencyDigits[currency])
/** An amount in minor units, rounded up, of one in millionths. */
export const minorOf = (micro: bigint, currency: Currency): bigint => {
  const unit = 10n ** BigInt(6 - currencyDigits[currency])
  return (micro + unit - 1n) / unit
}

/** The limits of a day. */
export const countLimits = (
  { daily_maximum_minor, currency }: Pick<SmsGateway, 'daily_maximum_minor' | 'currency'>,
  { RATE_SMS_NUMBER_DAY: number, RATE_SMS_RANGE_DAY: range }: Config,
): SmsLimits => ({ number, range, cost_micro: microOf(daily_maximum_minor, currency) })

/** What was sent today: to a number, to its range, and in its country. */
export async function readUsage(
  db: Db | Tx,
  sms: { country: string; to_number: string; number_range: string; currency: string },
  now: Date,
): Promise<SmsUsage> {
  const since = dayStart(now)
  const { rows } = await sql<{ number: number; range: number; cost_micro: bigint }>`select
    (select count(*)::int from sms_messages where to_number = ${sms.to_number} and claimed_at >= ${since}) as number,
    (select count(*)::int from sms_messages where number_range = ${sms.number_range} and claimed_at >= ${since}) as range,
    (select coalesce(sum(counted_micro), 0)::bigint from sms_messages where country = ${sms.country}
      and claimed_at >= ${since} and counted_currency = ${sms.currency}) as cost_micro`.execute(db)
  return rows[0]!
}
