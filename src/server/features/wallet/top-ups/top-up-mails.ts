import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { accountLocale } from '#server/output/translate.ts'
import { formatMinorAmount, getProviderTitle } from '../texts.ts'
import type { TopUp } from './top-up-queries.ts'

interface TopUpMailData {
  top_up: Pick<TopUp, 'reference' | 'provider' | 'amount_minor' | 'currency'>
  credited_minor: bigint
}

export const topUpMails = defineMails<TopUpMailData>()({
  section: 'top_up_mails',
  recipient: 'the owner of the wallet',
  event: 'wallet',
  kinds: { partial: { cause: 'a top-up arrives with less money than was asked for' } },
  toParams: ({ top_up: { reference, provider, currency }, credited_minor }, { locale }) => ({
    reference,
    provider: getProviderTitle(provider),
    paid: formatMinorAmount(credited_minor, currency, locale),
  }),
  write: (_kind, { top_up, credited_minor }, { locale, base, t }) => ({
    blocks: [
      { kind: 'text', text: t('intro') },
      {
        kind: 'facts',
        rows: [
          [t('reference'), top_up.reference],
          [t('requested'), formatMinorAmount(top_up.amount_minor, top_up.currency, locale)],
          [t('received'), formatMinorAmount(credited_minor, top_up.currency, locale)],
        ],
      },
      { kind: 'text', text: t('hint') },
      { kind: 'button', label: t('open'), url: base + pagePath('wallet') },
    ],
  }),
})

/** Tells the driver that less was paid than asked for, in the transaction that credits it: once. */
export async function queuePartialTopUpMail(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  top_up: TopUp,
  credited_minor: bigint,
  now: Date,
): Promise<void> {
  const reader = await tx
    .selectFrom('users')
    .innerJoin('countries', 'countries.id', 'users.country_id')
    .select(['email', 'language', 'countries.code as country_code'])
    .where('users.id', '=', top_up.user_id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (reader === undefined) return
  const locale = accountLocale(reader.language as Language, reader.country_code as CountryCode)
  const data = { top_up, credited_minor }
  await queueMail(tx, topUpMails, { kind: 'partial', to: reader.email, locale, base: publicUrl(), data }, now)
}
