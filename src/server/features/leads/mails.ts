import { createEvent } from 'ics'
import { brand } from '#brand.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import { demoMinutes, type LeadKind } from '#contract/leads/leads.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail, type MailBlock } from '#server/features/accounts/mail/queue-mail.ts'
import { foldLines } from '#server/features/bookings/documents/calendar.ts'
import { formatTime } from '#server/features/bookings/documents/mails.ts'
import { translate } from '#server/output/translate.ts'
import { writeDemoToken } from './links.ts'

interface Recipient {
  id: string
  reference: string
  kind: LeadKind
  email: string
  locale: Locale
}
export interface Slot {
  starts_at: Date
  timezone: string
}

/**
 * Queues the mail that confirms a form or a booked demonstration. It repeats nothing that the sender typed: the address
 * is unverified, and the form must not relay text to third parties.
 */
export async function mailLeadConfirmation(tx: Tx, deps: Deps, to: Recipient, slot: Slot | undefined): Promise<void> {
  const now = deps.clock()
  const say = (key: string, params: Record<string, string | number> = {}) =>
    translate(to.locale, `leads.${key}`, { brand: brand.name, ...params })
  const language = languageIn(to.locale)
  const facts: [string, string][] = [
    [say('about'), say(`kinds.${to.kind}`)],
    [say('reference'), to.reference],
  ]
  if (slot === undefined) {
    const blocks: MailBlock[] = [
      { kind: 'text', text: say('arrived') },
      { kind: 'facts', rows: facts },
      { kind: 'note', text: say('not_you') },
    ]
    await queueMail(
      tx,
      { to: to.email, language, base: deps.publicUrl(), subject: say('subject'), title: say('title'), blocks },
      now,
    )
    return
  }
  const url = `${deps.publicUrl()}/book-demo?booked=${await writeDemoToken(tx, to.id)}`
  const blocks: MailBlock[] = [
    { kind: 'text', text: say('demo_booked') },
    {
      kind: 'facts',
      rows: [
        [say('demo_when'), formatTime(slot.starts_at, slot.timezone, to.locale)],
        [say('demo_duration'), say('demo_minutes', { minutes: demoMinutes })],
        [say('reference'), to.reference],
      ],
    },
    { kind: 'note', text: say('demo_calendar') },
    { kind: 'button', label: say('demo_cancel'), url },
    { kind: 'note', text: say('not_you_demo') },
  ]
  const calendar = renderDemoCalendar({ lead_id: to.id, starts_at: slot.starts_at, url, written_at: now }, to.locale)
  const subject = say('demo_subject')
  await queueMail(
    tx,
    { to: to.email, language, base: deps.publicUrl(), subject, title: subject, blocks, calendar },
    now,
  )
}

/** Queues the mail that confirms a cancelled demonstration, with the calendar update that removes it. */
export async function mailDemoCancellation(tx: Tx, deps: Deps, to: Recipient, slot: Slot): Promise<void> {
  const now = deps.clock()
  const say = (key: string) => translate(to.locale, `leads.${key}`, { brand: brand.name })
  const language = languageIn(to.locale)
  const url = `${deps.publicUrl()}/book-demo`
  const blocks: MailBlock[] = [
    { kind: 'text', text: say('demo_cancelled_text') },
    { kind: 'facts', rows: [[say('demo_when'), formatTime(slot.starts_at, slot.timezone, to.locale)]] },
    { kind: 'button', label: say('another_time'), url },
  ]
  const calendar = renderDemoCalendar(
    { lead_id: to.id, starts_at: slot.starts_at, url, written_at: now },
    to.locale,
    true,
  )
  const subject = say('demo_cancelled_subject')
  await queueMail(
    tx,
    { to: to.email, language, base: deps.publicUrl(), subject, title: subject, blocks, calendar },
    now,
  )
}

interface DemoEvent {
  lead_id: string
  starts_at: Date
  url: string
  written_at: Date
}

/** Returns the iCalendar file (RFC 5545) of a demonstration; with `is_cancelled`, the update that removes the event. */
function renderDemoCalendar(
  { lead_id, starts_at, url, written_at }: DemoEvent,
  locale: Locale,
  is_cancelled = false,
): string {
  const say = (key: string) => translate(locale, `leads.${key}`, { brand: brand.name })
  const event = {
    productId: `-//${brand.name}//${brand.domain}//${languageIn(locale).toUpperCase()}`,
    method: is_cancelled ? 'CANCEL' : 'PUBLISH',
    uid: `demo-${lead_id}@${brand.domain}`,
    sequence: is_cancelled ? 1 : 0,
    timestamp: written_at.getTime(),
    start: starts_at.getTime(),
    duration: { minutes: demoMinutes },
    title: say('demo_title'),
    description: say('demo_description'),
    url,
    status: is_cancelled ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    ...(brand.supportEmail === undefined ? {} : { organizer: { name: brand.name, email: brand.supportEmail } }),
    alarms: is_cancelled
      ? []
      : [{ action: 'display' as const, description: say('demo_title'), trigger: { minutes: 15, before: true } }],
  }
  const { error, value } = createEvent(event)
  if (value === null) throw new Error('the calendar file could not be generated', { cause: error })
  return foldLines(value)
}
