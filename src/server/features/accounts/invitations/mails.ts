import { formatLongDate } from '#contract/dates.ts'
import { pagePath } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '../mail/mail-kinds.ts'

interface InvitationMailData {
  token: string
  role: string
  /** Null everywhere. */
  place: string | null
  invited_by: string | null
  expires_at: Date
}

export const invitationMails = defineMails<InvitationMailData>()({
  section: 'mails',
  recipient: 'whoever is invited',
  event: 'invitations',
  kinds: { invitation: { cause: 'a colleague or an operator offers somebody a role, or sends the offer again' } },
  toParams: ({ role, place, invited_by, expires_at }, { locale }) => ({
    brand: settings().company.name,
    by: invited_by ?? settings().company.name,
    role: place === null ? role : `${role} (${place})`,
    day: formatLongDate(expires_at, 'UTC', locale),
  }),
  write: (_kind, { token }, { base, t }) => ({
    blocks: [
      { kind: 'text', text: t('intro') },
      { kind: 'button', label: t('button'), url: base + pagePath('invitation', { token }) },
      { kind: 'text', text: t('until') },
      { kind: 'note', text: t('not_you') },
    ],
  }),
})

/** Mails the link of an invitation. Its token is stored nowhere else. */
export const mailInvitation = (
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { to, language: locale, ...data }: InvitationMailData & { to: string; language: Language },
  now: Date,
): Promise<void> => queueMail(tx, invitationMails, { kind: 'invitation', to, locale, base: publicUrl(), data }, now)
