import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { deliveryColumns, type DeliveryBoard } from '#contract/deliveries/delivery-board.ts'
import { minute_ms } from '#contract/time.ts'
import { callIfChanged, type Versioned } from '#web/api/callIfChanged.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useBranchChoice } from '#web/features/lists/branchChoice.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { DeliveryCard } from './DeliveryCard.tsx'
import { HandIns } from './HandIns.tsx'

/** Less often while nobody sees it. */
const findRefresh_ms = () => (document.visibilityState === 'hidden' ? minute_ms : 10_000)

const boardQuery = (branch: string | undefined) =>
  queryOptions({
    queryKey: ['desk', 'delivery-board', branch ?? ''],
    queryFn: ({ client, queryKey, signal }): Promise<Versioned<DeliveryBoard>> => {
      const query = branch === undefined ? {} : { branch }
      return callIfChanged('GET /api/v1/admin/delivery-board', { query, signal }, { client, queryKey })
    },
    placeholderData: keepPreviousData,
    refetchInterval: findRefresh_ms,
    refetchIntervalInBackground: true,
  })

/** What is to be delivered now: unassigned, accepted and on the way, with who is on duty and the cash that comes back. */
export function DeliveryBoardScreen() {
  const { t, locale } = useDeskWords()
  const { branch } = useBranchChoice()
  const { data: profile } = useProfile()
  const result = useQuery(boardQuery(branch))
  const { data, error } = result
  const title = t('desk.lists.delivery_board.title')
  useDeskTitle(title)
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void result.refetch()} />
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  const permissions = profile?.permissions ?? []
  const onDuty = data.couriers.filter(({ on_duty_since }) => on_duty_since !== null)
  return (
    <div className="grid gap-4">
      <h1 className="text-xl">{title}</h1>
      {error !== null && (
        <Notice>
          {t('desk.deliveries.stale', { time: formatTime(new Date(result.dataUpdatedAt), deviceZone(), locale) })}
        </Notice>
      )}
      {permissions.includes('pos.sell') && <HandIns handIns={data.hand_ins} />}
      <section aria-labelledby="on-duty" className="grid gap-2">
        <h2 id="on-duty" className="text-base font-bold">
          {t('desk.deliveries.couriers')} <span className="text-sm font-normal text-ink-2">{onDuty.length}</span>
        </h2>
        {onDuty.length === 0 ? (
          <p className="text-sm text-ink-2">{t('desk.deliveries.nobody')}</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {onDuty.map(({ id, name, open }) => (
              <li key={id}>
                <Tag tone={open === 0 ? 'free' : 'act'} wraps>
                  {name} · {t('desk.deliveries.open', { count: open })}
                </Tag>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className="grid gap-4 lg:grid-cols-3 lg:items-start">
        {deliveryColumns.map((column) => {
          const cards = data.cards.filter((card) => card.column === column)
          return (
            <section key={column} aria-labelledby={`deliveries-${column}`} className="grid min-w-0 gap-2">
              <h2 id={`deliveries-${column}`} className="flex items-baseline justify-between text-base font-bold">
                {t(`desk.deliveries.columns.${column}`)} <span className="text-sm text-ink-2">{cards.length}</span>
              </h2>
              {cards.length === 0 && (
                <p className="rounded-xl border border-dashed border-line p-3 text-sm text-ink-2">
                  {t('desk.deliveries.empty')}
                </p>
              )}
              {cards.map((card) => (
                <DeliveryCard
                  key={card.id}
                  card={card}
                  couriers={onDuty.filter(({ branch_ids }) => branch_ids.includes(card.branch_id))}
                  showsBranch={branch === undefined}
                  mayAssign={permissions.includes('deliveries.assign')}
                  mayDecide={permissions.includes('orders.cancel')}
                />
              ))}
            </section>
          )
        })}
      </div>
    </div>
  )
}
