import { sql } from 'kysely'
import { formatMailMoment, formatMomentOfMonth } from '#contract/dates.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import { isSent } from '#contract/notifications/events.ts'
import type { NotificationChannel } from '#contract/notifications/notifications.ts'
import { formatPercent } from '#contract/numbers.ts'
import type { OrderCause, OrderStatus } from '#contract/orders/order-states.ts'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { day_ms, minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { defineMails, eventOf, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { writeNotification } from '#server/features/notifications/notifications.ts'
import { queueTexts, type CustomerText, type MessageServices } from '#server/features/sms/texts.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import { accountLocale } from '#server/output/translate.ts'
import { isDueInCash, type OrderDetail, type OrderRow } from './lifecycle/change-status.ts'
import { findOrderTransition, type OrderActor, type OrderMailTopic } from './transitions.ts'

/** Topics that lead to where an order is paid. */
const toPay: readonly OrderMailTopic[] = ['pay_link', 'substitute_offered']

/** Topics after which an order's time is still to come. */
const upcoming: readonly OrderMailTopic[] = [
  ...toPay,
  'substituted',
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

/** What a line was replaced by, or would be, in the reader's language. */
function describeReplaced(detail: OrderDetail | undefined, locale: Locale): ['replaced' | 'substitute', string][] {
  const end = languageIn(locale) === 'fr' ? '_fr' : ''
  return (['replaced', 'substitute'] as const).flatMap((key) => {
    const value = detail?.[key + end]
    return typeof value === 'string' ? [[key, value] as ['replaced' | 'substitute', string]] : []
  })
}

interface OrderMailData {
  order: Pick<
    OrderRow,
    | 'order_number'
    | 'token'
    | 'currency'
    | 'total_minor'
    | 'refunded_minor'
    | 'held_until'
    | 'slot_starts_at'
    | 'delay_minutes'
    | 'status'
    | 'payment_status'
    | 'payment_method'
  >
  branch: string
  timezone: string
  /** What the branch keeps of an order that nobody collects. */
  kept_percent: number
  amount_minor: bigint
  detail: OrderDetail | undefined
}

export const orderMails = defineMails<OrderMailData>()<OrderMailTopic>({
  section: 'order_mails',
  recipient: 'the customer of the order',
  event: 'order_money',
  kinds: {
    pay_link: { cause: 'the branch has taken an order by phone, which is to be paid', event: 'order_to_confirm' },
    substitute_offered: { cause: 'the branch offers something dearer in place of an item', event: 'order_to_confirm' },
    substituted: { cause: 'an item of the order is replaced', event: 'order_to_confirm' },
    placed: { cause: 'the order is placed and paid', event: 'placed', preference: 'placed' },
    accepted: { cause: 'the branch accepts the order', event: 'accepted', preference: 'accepted' },
    delayed: { cause: 'the branch moves the time of the order back', event: 'delayed', preference: 'delayed' },
    ready: { cause: 'the order can be collected', event: 'ready', preference: 'ready' },
    ready_for_delivery: { cause: 'the order waits for its courier', event: 'ready', preference: 'ready' },
    out_for_delivery: {
      cause: 'the courier takes the order',
      event: 'out_for_delivery',
      preference: 'out_for_delivery',
    },
    delivered: {
      cause: 'the order is handed over, or a service at the bay is done',
      event: 'delivered',
      preference: 'delivered',
    },
    rejected: { cause: 'the branch rejects the order', event: 'order_ended' },
    not_answered: { cause: 'the branch did not answer in time', event: 'order_ended' },
    canceled: { cause: 'the customer cancels the order', event: 'order_ended' },
    canceled_by_branch: { cause: 'the branch cancels the order', event: 'order_ended' },
    undeliverable: { cause: 'the order could not be delivered', event: 'order_ended' },
    not_collected: { cause: 'nobody collected the order within 24 hours of closing time', event: 'order_ended' },
    not_paid: { cause: 'the money for a held order arrives after its hold has ended', event: 'order_ended' },
    refunded: { cause: 'staff refund an order, in part or after it was returned' },
    problem_refunded: { cause: 'the branch refunds a service that the customer reported' },
    problem_refused: { cause: 'the branch does not refund a service that the customer reported' },
    problem_not_answered: { cause: 'a report is refunded because the branch did not answer within 48 hours' },
    return_approved: { cause: 'the branch approves a return' },
    return_refused: { cause: 'the branch refuses a return' },
  },
  toParams: ({ order, branch, amount_minor, kept_percent }, { locale }) => ({
    number: order.order_number,
    token: order.token,
    branch,
    amount: formatMinorAmount(amount_minor, order.currency as Currency, locale),
    kept: formatPercent(kept_percent, locale),
  }),
  write: (topic, { order, branch, timezone, amount_minor, detail }, { locale, base, t, tShared }) => {
    const { order_number, total_minor, refunded_minor } = order
    const money = (amount: bigint) => formatMinorAmount(amount, order.currency as Currency, locale)
    const fact = (key: string, value: string): [string, string] => [tShared(`facts.${key}`), value]
    const reason = readReason(detail, languageIn(locale))
    const rows = [
      fact('number', order_number),
      fact('branch', branch),
      ...(upcoming.includes(topic) ? [fact('time', formatMailMoment(promisedAt(order), timezone, locale))] : []),
      fact('total', money(total_minor)),
      ...(isDueInCash(order) && upcoming.includes(topic) ? [fact('payment', tShared('in_cash'))] : []),
      ...describeReplaced(detail, locale).map(([key, value]) => fact(key, value)),
      ...(topic === 'substitute_offered' ? [fact('due', money(amount_minor))] : []),
      ...(topic === 'substituted' && amount_minor > 0n ? [fact('difference', money(amount_minor))] : []),
      ...(toPay.includes(topic) ? [fact('pay_by', formatMailMoment(order.held_until!, timezone, locale))] : []),
      ...(refunded_minor > 0n && topic !== 'substituted' ? [fact('refunded', money(refunded_minor))] : []),
      ...(reason === null || topic === 'substitute_offered' || topic === 'substituted' ? [] : [fact('reason', reason)]),
    ]
    return {
      blocks: [
        { kind: 'text', text: t('intro') },
        { kind: 'facts', rows },
        toPay.includes(topic)
          ? { kind: 'button', label: tShared('pay'), url: base + pagePath('orderPay', { order: order_number }) }
          : { kind: 'button', label: tShared('open'), url: base + pagePath('order', { order: order_number }) },
      ],
    }
  },
})

/** What happened to an order, and when; `amount_minor` is what was paid back. */
export interface OrderNews {
  topic: OrderMailTopic
  at: Date
  detail?: OrderDetail | undefined
  amount_minor?: bigint | undefined
}

/**
 * Tells the customer of an order what happened: by a mail in their language, in the account's list, and on the browsers that
 * they switched on, except where the desk or they have switched this topic off. Orders without an account get none.
 */
export async function notifyCustomer(
  tx: Tx,
  deps: MessageServices,
  order: OrderRow,
  { topic, at: now, detail, amount_minor = 0n }: OrderNews,
): Promise<void> {
  const wish = orderMails.kinds[topic].preference ?? topic
  const event = eventOf(orderMails, topic)
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
    {
      site: isSent(event, 'site') && !reader.off.includes('site'),
      push: isSent(event, 'push') && reader.has_browsers && !reader.off.includes('push'),
    },
    now,
  )
  const locale = accountLocale(reader.language as Language, reader.country_code as CountryCode)
  await queueTexts(tx, deps, toText(order, { ...reader, locale }, topic, now), now)
  if (reader.off.includes('email')) return
  const { branch, timezone, uncollected_percent } = reader
  const data = { order, branch, timezone, kept_percent: uncollected_percent, amount_minor, detail }
  await queueMail(tx, orderMails, { kind: topic, to: reader.email, locale, base: deps.publicUrl(), data }, now)
}

/** What is reported by text message too, to those who have agreed to it: `now` where it cannot wait for the morning. */
const texted = {
  pay_link: 'now',
  substitute_offered: 'now',
  accepted: 'by_its_time',
  delayed: 'by_its_time',
  ready: 'now',
  out_for_delivery: 'now',
  rejected: 'by_its_time',
  not_answered: 'by_its_time',
  canceled_by_branch: 'by_its_time',
  undeliverable: 'by_its_time',
} as const satisfies Partial<Record<OrderMailTopic, 'now' | 'by_its_time'>>
const isTexted = (topic: OrderMailTopic): topic is keyof typeof texted => Object.hasOwn(texted, topic)

function toText(
  order: OrderRow,
  { email, locale, branch, timezone }: { email: string; locale: Locale; branch: string; timezone: string },
  topic: OrderMailTopic,
  now: Date,
): CustomerText[] {
  if (!isTexted(topic)) return []
  const when = (at: Date) => formatMomentOfMonth(at, timezone, locale)
  const { order_number, token, held_until } = order
  return [
    {
      email,
      topic: 'orders',
      kind: topic,
      locale,
      name: branch,
      params: {
        number: order_number,
        token,
        time: when(promisedAt(order)),
        pay_by: when(held_until ?? promisedAt(order)),
      },
      path: pagePath(toPay.includes(topic) ? 'orderPay' : 'order', { order: order_number }),
      zone: timezone,
      about_at: texted[topic] === 'now' ? now : promisedAt(order),
      expires_at: (toPay.includes(topic) ? held_until : null) ?? new Date(now.getTime() + day_ms),
    },
  ]
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
  deps: MessageServices,
  order: OrderRow,
  { from, cause, actor, at, detail, amount_minor }: OrderStep,
): Promise<void> {
  const topic = findOrderTransition({ from, to: order.status, type: order.order_type }, cause, actor)?.news
  if (topic !== undefined && topic !== null) await notifyCustomer(tx, deps, order, { topic, at, detail, amount_minor })
}
