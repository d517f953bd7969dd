import { brand } from '#brand.ts'
import { demoMinutes, type LeadKind } from '#contract/leads.ts'
import type { Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail, type MailBlock } from '#server/features/accounts/mail/queue-mail.ts'
import { translate } from '#server/translate.ts'
import { demoCalendar } from './calendar.ts'
import { writeDemoToken } from './links.ts'

type To = { id: string; reference: string; kind: LeadKind; email: string; language: Language }
export type Slot = { starts_at: Date; timezone: string }

/**
 * Says that it has arrived. Nothing that was typed stands in it but the address: a form must not send a stranger's words
 * to somebody else.
 */
export async function mailLeadConfirmation(tx: Tx, deps: Deps, to: To, slot: Slot | undefined): Promise<void> {
  const now = deps.clock()
  const say = (key: string, params: Record<string, string | number> = {}) =>
    translate(to.language, `leads.${key}`, { brand: brand.name, ...params })
  const named: [string, string][] = [
    [say('about'), say(`kinds.${to.kind}`)],
    [say('reference'), to.reference],
  ]
  if (slot === undefined) {
    const blocks: MailBlock[] = [
      { kind: 'text', text: say('arrived') },
      { kind: 'facts', rows: named },
      { kind: 'note', text: say('not_you') },
    ]
    await queueMail(
      tx,
      { to: to.email, language: to.language, subject: say('subject'), title: say('title'), blocks },
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
        [say('demo_when'), whenText(slot, to.language)],
        [say('demo_duration'), say('demo_minutes', { minutes: demoMinutes })],
        [say('reference'), to.reference],
      ],
    },
    { kind: 'note', text: say('demo_calendar') },
    { kind: 'button', label: say('demo_cancel'), url },
    { kind: 'note', text: say('not_you_demo') },
  ]
  const calendar = demoCalendar({ lead_id: to.id, starts_at: slot.starts_at, url, written_at: now }, to.language)
  const subject = say('demo_subject')
  await queueMail(tx, { to: to.email, language: to.language, subject, title: subject, blocks, calendar }, now)
}

/** Says that a time was given back, and takes it out of the calendar. */
export async function mailDemoCancellation(tx: Tx, deps: Deps, to: To, slot: Slot): Promise<void> {
  const now = deps.clock()
  const say = (key: string) => translate(to.language, `leads.${key}`, { brand: brand.name })
  const url = `${deps.publicUrl()}/book-demo`
  const blocks: MailBlock[] = [
    { kind: 'text', text: say('demo_cancelled_text') },
    { kind: 'facts', rows: [[say('demo_when'), whenText(slot, to.language)]] },
    { kind: 'button', label: say('another_time'), url },
  ]
  const calendar = demoCalendar({ lead_id: to.id, starts_at: slot.starts_at, url, written_at: now }, to.language, true)
  const subject = say('demo_cancelled_subject')
  await queueMail(tx, { to: to.email, language: to.language, subject, title: subject, blocks, calendar }, now)
}

/** In the visitor's zone, which is named. */
const whenText = ({ starts_at, timezone }: Slot, language: Language): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(starts_at)
