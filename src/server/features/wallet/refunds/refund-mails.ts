import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { accountLocale } from '#server/output/translate.ts'
import { formatMinorAmount, getProviderTitle } from '../texts.ts'
import type { RefundRow } from './refund-ledger.ts'

/** The events of a refund that a driver gets a mail about; keys of the catalogue `refund_mails`. */
type RefundEvent = 'begun' | 'done' | 'failed' | 'taken_back' | 'disputed' | 'returned'

interface RefundMailData {
  refund: Pick<RefundRow, 'reference' | 'provider' | 'currency' | 'amount_minor' | 'owed_minor'>
  /** Reference of the top-up. */
  payment: string
}

export const refundMails = defineMails<RefundMailData>()<RefundEvent>({
  section: 'refund_mails',
  recipient: 'the owner of the wallet',
  event: 'wallet',
  kinds: {
    begun: { cause: 'the owner sends money of the wallet back to the original payment method' },
    done: { cause: 'the provider has sent that money' },
    failed: { cause: 'the provider could not send that money' },
    taken_back: { cause: 'a top-up was refunded at the provider' },
    disputed: { cause: "a bank has reversed a top-up at its customer's request" },
    returned: { cause: 'the money of a reversed top-up has arrived again' },
  },
  toParams: ({ refund }) => ({ reference: refund.reference, provider: getProviderTitle(refund.provider) }),
  write: (_event, { refund, payment }, { locale, base, t, tShared }) => {
    const { reference, currency, amount_minor, owed_minor } = refund
    const fact = (key: string, value: string): [string, string] => [tShared(`facts.${key}`), value]
    const rows = [
      fact('reference', reference),
      fact('payment', payment),
      fact('amount', formatMinorAmount(amount_minor, currency, locale)),
      ...(owed_minor > 0n ? [fact('owed', formatMinorAmount(owed_minor, currency, locale))] : []),
    ]
    return {
      blocks: [
        { kind: 'text', text: t('intro') },
        { kind: 'facts', rows },
        ...(owed_minor > 0n ? [{ kind: 'text' as const, text: tShared('owed') }] : []),
        { kind: 'button', label: tShared('open'), url: base + pagePath('wallet') },
      ],
    }
  },
})

const getRefundEvent = ({ origin, kind, status }: RefundRow): RefundEvent => {
  if (origin === 'driver') return status === 'done' || status === 'failed' ? status : 'begun'
  if (status === 'failed') return 'returned'
  return kind === 'dispute' ? 'disputed' : 'taken_back'
}

/** Queues the mail for a refund's current state, once per event (`refunds.told`). The caller has locked the row. */
export async function queueRefundMail(tx: Tx, { publicUrl }: Pick<Deps, 'publicUrl'>, row: RefundRow, now: Date) {
  const event = getRefundEvent(row)
  if (row.told === event) return
  await tx.updateTable('refunds').set({ told: event }).where('id', '=', row.id).execute()
  const reader = await tx
    .selectFrom('users')
    .innerJoin('countries', 'countries.id', 'users.country_id')
    .select(['email', 'language', 'countries.code as country_code'])
    .where('users.id', '=', row.user_id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (reader === undefined) return
  const payment = await tx
    .selectFrom('top_ups')
    .select('reference')
    .where('id', '=', row.top_up_id)
    .executeTakeFirstOrThrow()
  const locale = accountLocale(reader.language as Language, reader.country_code as CountryCode)
  const data = { refund: row, payment: payment.reference }
  await queueMail(tx, refundMails, { kind: event, to: reader.email, locale, base: publicUrl(), data }, now)
}
