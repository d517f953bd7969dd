import { sql } from 'kysely'
import { localeOf } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import type { NotificationChannel } from '#contract/notifications/notifications.ts'
import type { OrderCause, OrderStatus } from '#contract/orders/order-states.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/accounts/mail/queue-mail.ts'
import { formatTime } from '#server/features/bookings/documents/mails.ts'
import { formatPercent, writeNotification } from '#server/features/notifications/notifications.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import { translate } from '#server/output/translate.ts'
import type { OrderDetail, OrderRow } from './lifecycle/change-status.ts'
import { findOrderTransition, type OrderActor, type OrderMailTopic } from './transitions.ts'

/** Topics after which an order's time is still to come. */
const upcoming: readonly OrderMailTopic[] = [
  'pay_link',
  'placed',
  'accepted',
  'delayed',
  'ready',
  'ready_for_delivery',
  'out_for_delivery',
]

/** When an order is to be ready or handed over, with the delay that its branch announced. */
export const promisedAt = ({ slot_starts_at, delay_minutes }: Pick<OrderRow, 'slot_starts_at' | 'delay_minutes'>) =>
  new Date(slot_starts_at.getTime() + delay_minutes * minute_ms)

/** The reason of a change in the reader's language; null where none was given. */
export function readReason(detail: OrderDetail | null | undefined, language: Language): string | null {
  const reason = detail?.[language === 'fr' ? 'reason_fr' : 'reason']
  return typeof reason === 'string' && reason !== '' ? reason : null
}

/** What happened to an order, and when; `amount_minor` is what was paid back. */
export interface OrderNews {
  topic: OrderMailTopic
  at: Date
  detail?: OrderDetail | undefined
  amount_minor?: bigint | undefined
}

/**
 * Tells the customer of an order what happened: by a mail in their language, in the account's list, and on the browsers that
 * they switched on, except where they have switched this topic off. Orders without an account get none.
 */
export async function notifyCustomer(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  order: OrderRow,
  { topic, at: now, detail, amount_minor = 0n }: OrderNews,
): Promise<void> {
  // Customers switch both off together.
  const wish = topic === 'ready_for_delivery' ? 'ready' : topic
  const reader = await tx
    .selectFrom('users as u')
    .innerJoin('countries as c', 'c.id', 'u.country_id')
    .innerJoin('branches as b', (join) => join.on('b.id', '=', order.branch_id))
    .innerJoin('branch_setup as s', 's.branch_id', 'b.id')
    .select([
      'u.id',
      'u.email',
      'u.language',
      'c.code as country_code',
      'b.name as branch',
      'b.timezone',
      's.uncollected_percent',
      sql<boolean>`exists (select from push_subscriptions p where p.user_id = u.id)`.as('has_browsers'),
      sql<NotificationChannel[]>`array(
        select n.channel from notification_opt_outs n where n.user_id = u.id and n.topic = ${wish})`.as('off'),
    ])
    .where('u.id', '=', order.user_id)
    .where('u.erased_at', 'is', null)
    .executeTakeFirst()
  if (reader === undefined) return
  const currency = order.currency as Currency
  const facts = { number: order.order_number, token: order.token, branch: reader.branch, timezone: reader.timezone }
  await writeNotification(
    tx,
    { user_id: reader.id, order_id: order.id, topic },
    { ...facts, at: promisedAt(order), amount_minor, currency, kept_percent: reader.uncollected_percent },
    { site: !reader.off.includes('site'), push: reader.has_browsers && !reader.off.includes('push') },
    now,
  )
  if (reader.off.includes('email')) return
  const language = reader.language as Language
  const locale = localeOf(language, reader.country_code as CountryCode)
  const money = (amount: bigint) => formatMinorAmount(amount, currency, locale)
  const { order_number, token, total_minor, refunded_minor } = order
  const params = {
    number: order_number,
    token,
    branch: reader.branch,
    amount: money(amount_minor),
    kept: formatPercent(reader.uncollected_percent, locale),
  }
  const say = (key: string) => translate(locale, `order_mails.${key}`, params)
  const reason = readReason(detail, language)
  const rows: [string, string][] = [
    [say('facts.number'), order_number],
    [say('facts.branch'), reader.branch],
    ...(upcoming.includes(topic)
      ? [[say('facts.time'), formatTime(promisedAt(order), reader.timezone, locale)] as [string, string]]
      : []),
    [say('facts.total'), money(total_minor)],
    ...(topic === 'pay_link'
      ? [[say('facts.pay_by'), formatTime(order.held_until!, reader.timezone, locale)] as [string, string]]
      : []),
    ...(refunded_minor > 0n ? [[say('facts.refunded'), money(refunded_minor)] as [string, string]] : []),
    ...(reason === null ? [] : [[say('facts.reason'), reason] as [string, string]]),
  ]
  const blocks = [
    { kind: 'text' as const, text: say(`${topic}.intro`) },
    { kind: 'facts' as const, rows },
    topic === 'pay_link'
      ? { kind: 'button' as const, label: say('pay'), url: `${publicUrl()}/order/${order_number}/pay` }
      : { kind: 'button' as const, label: say('open'), url: `${publicUrl()}/order/${order_number}` },
  ]
  const content = { subject: say(`${topic}.subject`), title: say(`${topic}.title`), blocks }
  await queueMail(tx, { to: reader.email, language, base: publicUrl(), ...content }, now)
}

/** The transition that an order has just made, which the table tells the customer of, or does not. */
export interface OrderStep extends Omit<OrderNews, 'topic'> {
  from: OrderStatus | null
  cause: OrderCause
  actor: OrderActor
}

/** Tells the customer what the table of transitions says of a step; nothing where it says nothing. */
export async function notifyOfStep(
  tx: Tx,
  deps: Pick<Deps, 'publicUrl'>,
  order: OrderRow,
  { from, cause, actor, at, detail, amount_minor }: OrderStep,
): Promise<void> {
  const topic = findOrderTransition({ from, to: order.status, type: order.order_type }, cause, actor)?.news
  if (topic !== undefined && topic !== null) await notifyCustomer(tx, deps, order, { topic, at, detail, amount_minor })
}
