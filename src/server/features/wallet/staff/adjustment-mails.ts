import type { Currency } from '#contract/money.ts'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { contactAt } from '#contract/settings/company.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { accountLocale } from '#server/output/translate.ts'
import { formatMinorAmount } from '../texts.ts'

export const adjustmentMails = defineMails<{ amount_minor: bigint; currency: Currency }>()({
  section: 'refund_mails',
  recipient: 'the owner of the wallet',
  event: 'wallet',
  kinds: { adjusted: { cause: 'staff correct the balance of a wallet' } },
  toParams: ({ amount_minor, currency }, { locale, base }) => ({
    amount: formatMinorAmount(amount_minor < 0n ? -amount_minor : amount_minor, currency, locale),
    contact: contactAt(base),
  }),
  write: (_kind, { amount_minor }, { base, t, tShared }) => ({
    blocks: [
      { kind: 'text', text: t(amount_minor > 0n ? 'added' : 'taken') },
      { kind: 'text', text: t('question') },
      { kind: 'button', label: tShared('open'), url: base + pagePath('wallet') },
    ],
  }),
})

/** Mails the owner of a wallet what was added to it or taken out. The reason is for staff alone. */
export async function mailAdjustment(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { user_id, amount_minor, currency }: { user_id: string; amount_minor: bigint; currency: string },
  now: Date,
): Promise<void> {
  const reader = await tx
    .selectFrom('users')
    .innerJoin('countries', 'countries.id', 'users.country_id')
    .select(['email', 'language', 'countries.code as country_code'])
    .where('users.id', '=', user_id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (reader === undefined) return
  const locale = accountLocale(reader.language as Language, reader.country_code as CountryCode)
  const data = { amount_minor, currency: currency as Currency }
  await queueMail(tx, adjustmentMails, { kind: 'adjusted', to: reader.email, locale, base: publicUrl(), data }, now)
}
