import type { Locale } from '#contract/formats.ts'
import { isSent, type EventName } from '#contract/notifications/events.ts'
import { settings } from '#contract/settings/settings.ts'
import type { TextTopic } from '#contract/sms/numbers.ts'
import type { sms as sentences } from '#i18n/en/emails/sms.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { translate } from '#server/output/translate.ts'
import type { SmsProviderName } from '#server/providers/sms/provider.ts'
import { queueSms } from './outbox.ts'
import { findSendTime } from './rules.ts'
import { fitText } from './text.ts'

/** What text messages to customers report. */
export type TextKind = keyof typeof sentences.texts

/** What each text message reports. */
export const textEvents = {
  booked: 'booking_confirmed',
  cancelled: 'booking_cancelled',
  cancelled_by_park: 'booking_cancelled',
  event_cancelled: 'booking_cancelled',
  moved: 'booking_changed',
  rescheduled: 'booking_changed',
  extend_failed: 'booking_changed',
  parking_ends: 'parking_ends',
  pay_link: 'order_to_confirm',
  substitute_offered: 'order_to_confirm',
  accepted: 'accepted',
  delayed: 'delayed',
  ready: 'ready',
  out_for_delivery: 'out_for_delivery',
  rejected: 'order_ended',
  not_answered: 'order_ended',
  canceled_by_branch: 'order_ended',
  undeliverable: 'order_ended',
} as const satisfies Record<TextKind, EventName>

export interface CustomerText {
  /** The address of the account. */
  email: string
  topic: TextTopic
  kind: TextKind
  locale: Locale
  /** The car park or branch, which is shortened where the message would be longer than one part. */
  name: string
  params: Record<string, string | number>
  /** The page that the sentence links to, if it does. */
  path?: string
  /** The time zone whose quiet hours count. */
  zone: string
  /** What the message is about: it does not wait for the end of the quiet hours if that would be later. */
  about_at: Date
  /** After it, the message is of no use. */
  expires_at: Date
}

interface Reader {
  id: string
  email: string
  topic: string
  number: string
  provider: SmsProviderName
  sender: string | null
  stop_key: string
}

/** Finds those of the addresses whose accounts have agreed, for their confirmed number and where its gateway is on. */
const findReaders = (tx: Tx, texts: readonly CustomerText[]): Promise<Reader[]> =>
  tx
    .selectFrom('users as u')
    .innerJoin('text_consents as c', (join) => join.onRef('c.user_id', '=', 'u.id').onRef('c.number', '=', 'u.phone'))
    .innerJoin('text_numbers as n', (join) => join.onRef('n.user_id', '=', 'u.id').onRef('n.number', '=', 'u.phone'))
    .innerJoin('sms_gateways as g', 'g.country', 'n.country')
    .select(['u.id', 'u.email', 'c.topic', 'c.number', 'g.provider', 'g.sender', 'n.stop_key'])
    .where('u.email', 'in', [...new Set(texts.map(({ email }) => email))])
    .where('c.topic', 'in', [...new Set(texts.map(({ topic }) => topic))])
    .where('c.ended_at', 'is', null)
    .where('u.erased_at', 'is', null)
    .where('g.is_active', '=', true)
    .$narrowType<{ provider: SmsProviderName }>()
    .execute()

/** What messages to customers need, by email and by text message. */
export type MessageServices = Pick<Deps, 'config' | 'publicUrl' | 'sms'>

/**
 * Queues text messages for those who have agreed to them and that the desk has not switched off, in the transaction of what they report. Each fits into one part
 * where its facts allow it, and says how to end them where there is room.
 */
export async function queueTexts(
  tx: Tx,
  deps: MessageServices,
  given: readonly CustomerText[],
  now: Date,
): Promise<void> {
  const texts = given.filter(({ kind }) => isSent(textEvents[kind], 'sms'))
  if (texts.length === 0) return
  const readers = await findReaders(tx, texts)
  for (const text of texts) {
    const reader = readers.find(({ email, topic }) => email === text.email && topic === text.topic)
    if (reader === undefined || deps.sms[reader.provider] === undefined) continue
    const { topic, zone, about_at, expires_at } = text
    const waits = findSendTime(now, zone) < about_at
    await queueSms(
      tx,
      deps,
      {
        user_id: reader.id,
        kind: topic === 'orders' ? 'order' : 'booking',
        to: reader.number,
        text: writeText(text, deps.publicUrl(), describeStop(deps, reader, text.locale)),
        expires_at,
        zone: waits ? zone : null,
      },
      now,
    )
  }
}

/** A text message in the words and formats of its reader. */
export function writeText(
  { kind, locale, name, params, path }: Pick<CustomerText, 'kind' | 'locale' | 'name' | 'params' | 'path'>,
  base: string,
  stop: string,
): string {
  const shared = { ...params, product: settings().company.name, ...(path !== undefined && { url: base + path }) }
  return fitText((shown) => translate(locale, `sms.texts.${kind}`, { ...shared, name: shown }), name, stop)
}

/** How the reader ends the messages: by a reply where the sender can get one, else by a link (`stopLinks`). */
const describeStop = (
  { sms, publicUrl }: MessageServices,
  { provider, sender, stop_key }: Reader,
  locale: Locale,
): string =>
  sms[provider]!.takesReplies(sender)
    ? translate(locale, 'sms.stop_by_reply')
    : translate(locale, 'sms.stop_by_link', { url: `${publicUrl()}/t/${stop_key}` })
