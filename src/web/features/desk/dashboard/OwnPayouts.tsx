import type { Dashboard } from '#contract/desk/dashboard.ts'
import { StateBadge } from '#web/features/lists/StateBadge.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatDay, formatMoney } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

type Owed = NonNullable<Dashboard['owed']>[number]

/** What each of the reader's operators is owed, when the next statement comes, and the latest payout. */
export function OwnPayouts({ owed }: { owed: readonly Owed[] }) {
  const { t } = useDeskWords()
  return (
    <section aria-labelledby="owed" className="mb-5">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="owed" className="text-md font-bold">
          {t('desk.dashboard.owed.title')}
        </h2>
        <p className="flex gap-4">
          <PageLink to={paths.desk('statements')} className="py-1 font-semibold text-act underline">
            {t('desk.dashboard.owed.statements')}
          </PageLink>
          <PageLink to={paths.desk('payouts')} className="py-1 font-semibold text-act underline">
            {t('desk.dashboard.owed.payouts')}
          </PageLink>
        </p>
      </div>
      <ul className="grid gap-3 xl:grid-cols-2">
        {owed.map((payee) => (
          <Payee key={payee.payee_id} payee={payee} isNamed={owed.length > 1} />
        ))}
      </ul>
    </section>
  )
}

function Payee({ payee, isNamed }: { payee: Owed; isNamed: boolean }) {
  const { t, translateKey, locale } = useDeskWords()
  const { balance, unstated, payable, held_back, next_closing_at, timezone, last } = payee
  const write = ({ amount, currency }: Owed['balance']) => formatMoney(amount, currency, locale)
  const facts = [
    [t('desk.dashboard.owed.payable'), write(payable)],
    [t('desk.dashboard.owed.unstated'), write(unstated)],
    [t('desk.dashboard.owed.next'), formatDay(new Date(next_closing_at), timezone, locale)],
  ] as const
  return (
    <Card as="li">
      <p className="text-sm text-ink-2">
        <PageLink to={paths.desk(`payees/${payee.payee_id}`)} className="text-act underline">
          {isNamed ? payee.payee : t('desk.dashboard.owed.balance')}
        </PageLink>
      </p>
      <p className="text-lg font-bold tabular-nums sm:text-xl">{write(balance)}</p>
      {held_back !== null && (
        <p className="text-sm text-ink-2">
          {t('desk.dashboard.owed.held', { reason: translateKey(`desk.words.held_back.${held_back}`).toLowerCase() })}
        </p>
      )}
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-3 sm:block">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-2">
        {last === null ? (
          <span className="text-ink-2">{t('desk.dashboard.owed.no_payout')}</span>
        ) : (
          <>
            <span className="text-ink-2">{t('desk.dashboard.owed.last')}</span>
            <PageLink to={paths.desk(`payouts/${last.id}`)} className="font-semibold text-act tabular-nums underline">
              {write(last.amount)}
            </PageLink>
            <StateBadge state={last.state} label={translateKey(`desk.row_states.payouts.${last.state}`)} />
          </>
        )}
      </p>
    </Card>
  )
}
