import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { SmsGatewayRecord, updateSmsGateway as updateContract } from '#contract/sms/desk.ts'
import { minute_ms } from '#contract/time.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { AppError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { readMicro } from '#server/providers/sms/provider.ts'
import { findMode } from './desk.ts'
import { findGateway, minorOf, type SmsGateway } from './gateways.ts'
import { queueSms } from './outbox.ts'
import { dayStart } from './rules.ts'

interface Seen {
  language: Language
  now: Date
}

/** The rows of further countries of `SMS_COUNTRIES`, switched off until staff have chosen their provider and limits. */
export async function addGateways({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const known = await db.selectFrom('sms_gateways').select('country').execute()
  const further = config.SMS_COUNTRIES.filter((code) => !known.some(({ country }) => country === code))
  if (further.length === 0) return
  await db
    .insertInto('sms_gateways')
    .values(
      further.map((country) => ({
        country,
        provider: 'twilio',
        is_active: false,
        price_micro: 100_000n,
        currency: 'USD',
        daily_maximum_minor: 1_000n,
      })),
    )
    .onConflict((conflict) => conflict.column('country').doNothing())
    .execute()
}

const majorOfMicro = (micro: bigint): number => Number(micro) / 1_000_000

/** Returns a country's gateway as staff sees it. Throws `not_found`. */
export async function getGateway(
  db: Db | Tx,
  { sms }: Pick<Deps, 'sms'>,
  country: string,
  { language, now }: Seen,
): Promise<SmsGatewayRecord> {
  const gateway = await findGateway(db, country)
  if (gateway === undefined) throw new AppError('not_found')
  const { price_micro, daily_maximum_minor, last_response_at, ...facts } = gateway
  const { cost_micro, sent, failed } = await readToday(db, gateway, now)
  const money = (minor: bigint) => ({ amount: toMajor(minor, gateway.currency), currency: gateway.currency })
  const lastFour = sms[gateway.provider]?.last_four
  return {
    ...facts,
    id: country,
    title: await nameCountry(db, country, language),
    actions: ['update', 'test'],
    mode: findMode(sms, gateway),
    state: gateway.is_active ? 'active' : 'inactive',
    secret: lastFour === undefined ? null : `•••• ${lastFour}`,
    price: majorOfMicro(price_micro),
    part_price: `${formatNumber(majorOfMicro(price_micro), language, { maximumFractionDigits: 6 })}\u00a0${gateway.currency}`,
    daily_maximum: money(daily_maximum_minor),
    cost_today: money(minorOf(cost_micro, gateway.currency)),
    sent_today: sent,
    failed_today: failed,
    last_response_at: last_response_at?.toISOString() ?? null,
  }
}

async function readToday(db: Db | Tx, { country, currency }: SmsGateway, now: Date) {
  const { rows } = await sql<{ cost_micro: bigint; sent: number; failed: number }>`
    select coalesce(sum(counted_micro) filter (where counted_currency = ${currency}), 0)::bigint as cost_micro,
      count(*) filter (where state in ('sent', 'delivered'))::int as sent,
      count(*) filter (where state in ('failed', 'lost', 'refused'))::int as failed
    from sms_messages where country = ${country} and created_at >= ${dayStart(now)}`.execute(db)
  return rows[0]!
}

async function nameCountry(db: Db | Tx, code: string, language: Language): Promise<string> {
  const row = await db
    .selectFrom('countries')
    .select(language === 'fr' ? 'name_fr as name' : 'name')
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.name ?? code
}

const describe = ({ provider, sender, is_active, price, currency, daily_maximum }: SmsGatewayRecord) => ({
  provider,
  sender,
  is_active,
  price,
  currency,
  daily_maximum: daily_maximum.amount,
})

interface Change<A> {
  answer: A
  changes: AuditedChange[]
}

/** Changes what a country's messages are sent with; the next one follows it in every process. Throws `changed_meanwhile`. */
export async function updateGateway(
  tx: Tx,
  deps: Pick<Deps, 'sms'>,
  country: string,
  { version, price, daily_maximum, sender, ...given }: ParsedBody<typeof updateContract>,
  seen: Seen,
): Promise<Change<SmsGatewayRecord>> {
  await findGateway(tx, country, true)
  const before = await getGateway(tx, deps, country, seen)
  await requireVersion(tx, { kind: 'sms_gateway', id: country, version: before.version }, version)
  const currency: Currency = given.currency
  await tx
    .updateTable('sms_gateways')
    .set({
      ...given,
      sender: sender === '' ? null : sender,
      price_micro: readMicro(price.toFixed(6))!,
      daily_maximum_minor: parseAmount('daily_maximum', daily_maximum, currency),
      version: version + 1,
    })
    .where('country', '=', country)
    .execute()
  const answer = await getGateway(tx, deps, country, seen)
  return { answer, changes: [{ kind: 'sms_gateway', id: country, before: describe(before), after: describe(answer) }] }
}

/** After so long, a test has failed for whoever waits for it. */
const testUseful_ms = 5 * minute_ms

/**
 * Queues a message through a country's gateway to the number of the person who asks, wherever that is. Throws 409 `sms_own_number` without
 * such a number.
 */
export async function testGateway(
  tx: Tx,
  deps: Pick<Deps, 'sms' | 'config'>,
  country: string,
  { user_id, ...seen }: Seen & { user_id: string },
): Promise<Change<SmsGatewayRecord>> {
  const { phone } = await tx.selectFrom('users').select('phone').where('id', '=', user_id).executeTakeFirstOrThrow()
  const answer = await getGateway(tx, deps, country, seen)
  const text = translate(seen.language, 'sms.test', { product: settings().company.name })
  const expires_at = new Date(seen.now.getTime() + testUseful_ms)
  const sms = { user_id, kind: 'test', to: phone ?? '', text, expires_at, zone: null, through: country } as const
  if (phone === null || !(await queueSms(tx, deps, sms, seen.now))) throw new AppError('sms_own_number')
  return {
    answer,
    changes: [{ kind: 'sms_gateway', id: country, after: { provider: answer.provider, sender: answer.sender } }],
  }
}
