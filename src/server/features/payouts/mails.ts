import { sql } from 'kysely'
import { formatLongDate } from '#contract/dates.ts'
import type { Currency } from '#contract/money.ts'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMails } from '#server/features/accounts/mail/mail-kinds.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import { accountLocale } from '#server/output/translate.ts'

interface PayoutMailData {
  payee: string
  payee_id: string
  currency: Currency
  timezone: string
  amount_minor?: bigint
  number?: string
  /** Masked. */
  account?: string
  reason?: string | null
  at?: Date
}

const payeeMails = defineMails<PayoutMailData>()({
  section: 'payout_mails',
  recipient: 'the people who set up the payee’s account, and the partner’s own address',
  event: 'payouts',
  kinds: {
    paid: { cause: 'a payout was made' },
    failed: { cause: 'a payout could not be made or came back' },
    part_returned: { cause: 'a part of a payout was returned' },
    account_changed: { cause: 'somebody enters another account for payouts' },
    account_refused: { cause: 'an account for payouts is refused' },
    identity_refused: { cause: 'staff refuse what was sent about who is paid' },
    negative: { cause: 'a payee’s balance has been negative for 60 days' },
  },
  toParams: ({ payee, currency, timezone, amount_minor = 0n, number = '', account = '', at }, { locale }) => ({
    brand: settings().company.name,
    payee,
    number,
    account,
    amount: formatMinorAmount(amount_minor, currency, locale),
    day: at === undefined ? '' : formatLongDate(at, timezone, locale),
  }),
  write: (_kind, { payee_id, reason = null }, { base, t, tShared }) => ({
    blocks: [
      { kind: 'text', text: t('intro') },
      ...(reason === null ? [] : [{ kind: 'text' as const, text: reason }]),
      { kind: 'button', label: tShared('open'), url: `${base}${pagePath('desk')}/payees/${payee_id}` },
      { kind: 'note', text: t('note') },
    ],
  }),
})

/** What the feature mails. */
export const payoutMails = { payeeMails }

export type PayoutMailKind = keyof typeof payeeMails.kinds

/** Mails those who may set up a payee’s account, and the partner’s own address, each in their language. */
export async function mailPayee(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  payee_id: string,
  kind: PayoutMailKind,
  facts: Omit<PayoutMailData, 'payee' | 'payee_id' | 'currency' | 'timezone'> & {
    /** A user who is mailed whatever they may do now. */
    also_to?: string | undefined
    now: Date
  },
): Promise<void> {
  const { now, also_to = null, ...rest } = facts
  const { rows } = await sql<{
    payee: string
    currency: Currency
    timezone: string
    email: string
    language: Language
    country: CountryCode
  }>`
    select distinct on (lower(w.email)) coalesce(o.name, b.name) as payee, y.currency, y.timezone, w.email,
      w.language, c.code as country
    from payees y join countries c on c.id = y.country_id left join partners o on o.id = y.partner_id
      left join branches b on b.id = y.branch_id
      cross join lateral (
        select u.email, u.language from role_assignments a join role_permissions p on p.role_id = a.role_id
          join users u on u.id = a.user_id
        where p.permission = 'payouts.account' and (a.partner_id = y.partner_id or a.branch_id = y.branch_id)
          and u.email is not null and u.erased_at is null and u.disabled_at is null
        union all
        select u.email, u.language from users u where u.id = ${also_to}::uuid and u.email is not null and u.erased_at is null
        union all
        select o.email, case c.code when 'SN' then 'fr' else 'en' end where o.email is not null) w
    where y.id = ${payee_id}::uuid order by lower(w.email), w.language limit 20`.execute(tx)
  await queueMails(
    tx,
    payeeMails,
    rows.map(({ email, language, country, ...payee }) => ({
      kind,
      to: email,
      locale: accountLocale(language, country),
      base: publicUrl(),
      data: { ...payee, ...rest, payee_id },
    })),
    now,
  )
}
