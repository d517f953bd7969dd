import { formatLongDate } from '#contract/dates.ts'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { accountLocale } from '#server/output/translate.ts'
import { claimCode_minutes } from './claim-codes.ts'

const claimMails = defineMails<{ code: string; park_name: string }>()({
  section: 'partners',
  recipient: 'the published contact of the car park',
  event: 'claims',
  kinds: {
    claim_code: {
      cause: 'somebody says that they run a car park',
      subject: 'code_mail.subject',
      title: 'code_mail.title',
    },
  },
  toParams: () => ({ brand: settings().company.name, minutes: claimCode_minutes }),
  write: (_kind, { code, park_name }, { tShared }) => ({
    blocks: [
      { kind: 'text', text: tShared('code_mail.intro') },
      // A name with six digits in a row could be taken for the code.
      ...(/\d{6}/.test(park_name) ? [] : [{ kind: 'text' as const, text: park_name }]),
      { kind: 'code', code },
      { kind: 'note', text: tShared('code_mail.not_you') },
    ],
  }),
})

const decisionMails = defineMails<{ park: string; reason?: string | null }>()({
  section: 'partners',
  recipient: 'who claimed or listed the car park',
  event: 'claims',
  kinds: {
    claim_approved: { cause: 'staff approve a claim' },
    claim_refused: { cause: 'staff refuse a claim' },
    listing_approved: { cause: 'staff approve a listed car park' },
    listing_refused: { cause: 'staff refuse a listed car park' },
  },
  toParams: ({ park }) => ({ brand: settings().company.name, park }),
  write: (decision, { reason = null }, { base, t }) => ({
    blocks: [
      { kind: 'text', text: t('intro') },
      ...(reason === null ? [] : [{ kind: 'text' as const, text: reason }]),
      { kind: 'button', label: t('open'), url: base + pagePath(decision.endsWith('approved') ? 'desk' : 'partners') },
    ],
  }),
})
export type Decision = keyof typeof decisionMails.kinds

interface ConfirmationMailData {
  id: string
  name: string
  timezone: string
  confirm_by: Date
}

const confirmationMails = defineMails<ConfirmationMailData>()({
  section: 'partners',
  recipient: 'who runs the car park',
  event: 'park_confirmations',
  kinds: {
    confirm: { cause: 'what a car park says of itself is to be confirmed again' },
    lapsed: { cause: 'a car park is no longer sold because nobody confirmed it' },
  },
  toParams: ({ name, timezone: timeZone, confirm_by }, { locale }) => ({
    brand: settings().company.name,
    park: name,
    day: formatLongDate(confirm_by, timeZone, locale),
  }),
  write: (_kind, { id }, { base, t }) => ({
    blocks: [
      { kind: 'text', text: t('intro') },
      { kind: 'button', label: t('open'), url: `${base}${pagePath('desk')}/parks/${id}` },
    ],
  }),
})

export const partnerMails = { claimMails, decisionMails, confirmationMails }

/** Mails the code of a claim to the car park's contact. It repeats nothing that the claimant typed. */
export const mailClaimCode = (
  tx: Tx,
  deps: Deps,
  { to, language: locale, park_name }: { to: string; language: Language; park_name: string },
  code: string,
  now: Date,
): Promise<void> =>
  queueMail(tx, claimMails, { kind: 'claim_code', to, locale, base: deps.publicUrl(), data: { code, park_name } }, now)

/** Mails an operator what was decided about their claim or listing. */
export const mailDecision = (
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
): Promise<void> => {
  const { email: to, language: locale, subject: park, decision: kind, reason = null } = request
  return queueMail(tx, decisionMails, { kind, to, locale, base: deps.publicUrl(), data: { park, reason } }, now)
}

/** Mails an operator until when to confirm a car park, or that it is no longer sold because nobody did. */
export const mailConfirmation = (
  tx: Tx,
  deps: Deps,
  {
    country_code,
    email,
    language,
    has_lapsed,
    ...data
  }: ConfirmationMailData & {
    country_code: CountryCode
    email: string
    language: Language
    has_lapsed: boolean
  },
  now: Date,
): Promise<void> => {
  const locale = accountLocale(language, country_code)
  const kind = has_lapsed ? 'lapsed' : 'confirm'
  return queueMail(tx, confirmationMails, { kind, to: email, locale, base: deps.publicUrl(), data }, now)
}
