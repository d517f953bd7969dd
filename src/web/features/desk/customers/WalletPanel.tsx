import { useQuery } from '@tanstack/react-query'
import type { DeskRecord } from '#contract/lists/records.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatMoney } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** What a customer's wallet holds. Each reading is in the audit log, so it is read once and not refreshed. */
export function WalletPanel({ record: { id } }: { record: DeskRecord }) {
  const { t, locale } = useDeskWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['desk_wallet', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/customers/{id}/wallet', { params: { id }, signal }),
    staleTime: minute_ms,
    refetchOnWindowFocus: false,
  })
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-48 rounded-xl" aria-label={t('desk.loading')} />
  const show = ({ amount, currency }: { amount: number; currency: string }) => formatMoney(amount, currency, locale)
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {data.items.map(({ balance, pending, owed }) => (
          <Card key={balance.currency} as="section" padding="lg">
            <DefinitionList
              entries={[
                { term: t('desk.records.panels.wallet_balance'), value: show(balance) },
                { term: t('desk.records.panels.wallet_pending'), value: show(pending) },
                { term: t('desk.records.panels.wallet_owed'), value: show(owed) },
              ]}
            />
          </Card>
        ))}
      </div>
      <p className="text-sm text-ink-2">{t('desk.records.panels.wallet_logged')}</p>
    </div>
  )
}
