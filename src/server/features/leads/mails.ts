import { createEvent } from 'ics'
import { formatMailMoment } from '#contract/dates.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import { demoMinutes, type LeadKind } from '#contract/leads/leads.ts'
import { pagePath } from '#contract/pages.ts'
import { identity, organizerOf } from '#contract/settings/company.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { foldLines } from '#server/features/bookings/documents/calendar.ts'
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

interface LeadMailData {
  lead: Pick<Recipient, 'id' | 'reference' | 'kind'>
  /** The time of a demonstration. */
  slot?: Slot
  /** Where the demonstration can be cancelled. */
  cancel_url?: string
}

/** They repeat nothing that the sender typed: the address is unverified, and a form must not relay text to third parties. */
export const leadMails = defineMails<LeadMailData>()({
  section: 'leads',
  recipient: 'the address in the form',
  event: 'forms',
  kinds: {
    lead_received: { cause: 'a form of the content pages is sent', subject: 'subject', title: 'title' },
    demo_booked: { cause: 'a demonstration is booked', subject: 'demo_subject', title: 'demo_subject' },
    demo_cancelled: {
      cause: 'a booked demonstration is cancelled',
      subject: 'demo_cancelled_subject',
      title: 'demo_cancelled_subject',
    },
  },
  toParams: () => ({ brand: settings().company.name }),
  write: (kind, { lead, slot, cancel_url }, { locale, base, now, tShared: t }) => {
    const reference: [string, string] = [t('reference'), lead.reference]
    if (slot === undefined)
      return {
        blocks: [
          { kind: 'text', text: t('arrived') },
          { kind: 'facts', rows: [[t('about'), t(`kinds.${lead.kind}`)], reference] },
          { kind: 'note', text: t('not_you') },
        ],
      }
    const when: [string, string] = [t('demo_when'), formatMailMoment(slot.starts_at, slot.timezone, locale)]
    const event = { lead_id: lead.id, starts_at: slot.starts_at, written_at: now }
    if (kind === 'demo_cancelled') {
      const url = base + pagePath('book-demo')
      return {
        blocks: [
          { kind: 'text', text: t('demo_cancelled_text') },
          { kind: 'facts', rows: [when] },
          { kind: 'button', label: t('another_time'), url },
        ],
        calendar: renderDemoCalendar({ ...event, url }, locale, true),
      }
    }
    const url = cancel_url!
    return {
      blocks: [
        { kind: 'text', text: t('demo_booked') },
        {
          kind: 'facts',
          rows: [when, [t('demo_duration'), t('demo_minutes', { minutes: demoMinutes })], reference],
        },
        { kind: 'note', text: t('demo_calendar') },
        { kind: 'button', label: t('demo_cancel'), url },
        { kind: 'note', text: t('not_you_demo') },
      ],
      calendar: renderDemoCalendar({ ...event, url }, locale),
    }
  },
})

/** Queues the mail that confirms a form or a booked demonstration. */
export async function mailLeadConfirmation(
  tx: Tx,
  deps: Deps,
  { email, locale, ...lead }: Recipient,
  slot: Slot | undefined,
): Promise<void> {
  const base = deps.publicUrl()
  const letter = { to: email, locale, base }
  const now = deps.clock()
  if (slot === undefined) return queueMail(tx, leadMails, { ...letter, kind: 'lead_received', data: { lead } }, now)
  const cancel_url = `${base}${pagePath('book-demo')}?booked=${await writeDemoToken(tx, lead.id)}`
  return queueMail(tx, leadMails, { ...letter, kind: 'demo_booked', data: { lead, slot, cancel_url } }, now)
}

/** Queues the mail that confirms a cancelled demonstration, with the calendar update that removes it. */
export const mailDemoCancellation = (
  tx: Tx,
  deps: Deps,
  { email, locale, ...lead }: Recipient,
  slot: Slot,
): Promise<void> =>
  queueMail(
    tx,
    leadMails,
    { kind: 'demo_cancelled', to: email, locale, base: deps.publicUrl(), data: { lead, slot } },
    deps.clock(),
  )

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
  const t = (key: string) => translate(locale, `leads.${key}`, { brand: settings().company.name })
  const event = {
    productId: `-//${settings().company.name}//${identity.domain}//${languageIn(locale).toUpperCase()}`,
    method: is_cancelled ? 'CANCEL' : 'PUBLISH',
    uid: `demo-${lead_id}@${identity.domain}`,
    sequence: is_cancelled ? 1 : 0,
    timestamp: written_at.getTime(),
    start: starts_at.getTime(),
    duration: { minutes: demoMinutes },
    title: t('demo_title'),
    description: t('demo_description'),
    url,
    status: is_cancelled ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    ...organizerOf(),
    alarms: is_cancelled
      ? []
      : [{ action: 'display' as const, description: t('demo_title'), trigger: { minutes: 15, before: true } }],
  }
  const { error, value } = createEvent(event)
  if (value === null) throw new Error('the calendar file could not be generated', { cause: error })
  return foldLines(value)
}
