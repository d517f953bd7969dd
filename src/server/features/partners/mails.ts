import { brand } from '#brand.ts'
import { intlLocale, localeOf } from '#contract/formats.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail, type MailBlock } from '#server/features/accounts/mail/queue-mail.ts'
import { translate } from '#server/output/translate.ts'
import { claimCode_minutes } from './claim-codes.ts'

/** Mails the code of a claim to the car park's contact. It repeats nothing that the claimant typed. */
export async function mailClaimCode(
  tx: Tx,
  deps: Deps,
  { to, language, park_name }: { to: string; language: Language; park_name: string },
  code: string,
  now: Date,
): Promise<void> {
  const say = (key: string) =>
    translate(language, `partners.code_mail.${key}`, { brand: brand.name, minutes: claimCode_minutes })
  const blocks: MailBlock[] = [
    { kind: 'text', text: say('intro') },
    // A name with six digits in a row could be taken for the code.
    ...(/\d{6}/.test(park_name) ? [] : [{ kind: 'text' as const, text: park_name }]),
    { kind: 'code', code },
    { kind: 'note', text: say('not_you') },
  ]
  await queueMail(
    tx,
    { to, language, base: deps.publicUrl(), subject: say('subject'), title: say('title'), blocks },
    now,
  )
}

export type Decision = 'claim_approved' | 'claim_refused' | 'listing_approved' | 'listing_refused'

/** Mails an operator what was decided about their claim or listing. */
export async function mailDecision(
  tx: Tx,
  deps: Deps,
  request: {
    email: string
    language: Language
    subject: string
    decision: Decision
    reason?: string | null
  },
  now: Date,
): Promise<void> {
  const { email, language, subject: about, decision, reason } = request
  const say = (key: string) => translate(language, `partners.${decision}.${key}`, { brand: brand.name, park: about })
  const isApproved = decision.endsWith('approved')
  const url = `${deps.publicUrl()}${isApproved ? '/desk' : '/partners'}`
  const blocks: MailBlock[] = [
    { kind: 'text', text: say('intro') },
    ...(reason === undefined || reason === null ? [] : [{ kind: 'text' as const, text: reason }]),
    { kind: 'button', label: say('open'), url },
  ]
  const title = say('title')
  await queueMail(tx, { to: email, language, base: deps.publicUrl(), subject: say('subject'), title, blocks }, now)
}

/** Mails an operator until when to confirm a car park, or that it is no longer sold because nobody did. */
export async function mailConfirmation(
  tx: Tx,
  deps: Deps,
  park: {
    id: string
    name: string
    timezone: string
    country_code: CountryCode
    confirm_by: Date
    email: string
    language: Language
    has_lapsed: boolean
  },
  now: Date,
): Promise<void> {
  const { name, timezone: timeZone, confirm_by, email, language, has_lapsed } = park
  const locale = localeOf(language, park.country_code)
  const day = confirm_by.toLocaleDateString(intlLocale(locale), {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const say = (key: string) =>
    translate(locale, `partners.${has_lapsed ? 'lapsed' : 'confirm'}.${key}`, { brand: brand.name, park: name, day })
  const blocks: MailBlock[] = [
    { kind: 'text', text: say('intro') },
    { kind: 'button', label: say('open'), url: `${deps.publicUrl()}/desk/parks/${park.id}` },
  ]
  const content = { language, base: deps.publicUrl(), subject: say('subject'), title: say('title'), blocks }
  await queueMail(tx, { to: email, ...content }, now)
}
