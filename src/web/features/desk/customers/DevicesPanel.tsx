import { useQuery } from '@tanstack/react-query'
import type { DeskRecord } from '#contract/lists/records.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Where a customer is logged in; each device can be logged out on its own. */
export function DevicesPanel({ record: { id, actions } }: { record: DeskRecord }) {
  const { t, labelled, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const { withReauth, dialog } = useReauth()
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'customers', 'devices', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/customers/{id}/devices', { params: { id }, signal }),
  })
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-48 rounded-xl" aria-label={t('desk.loading')} />
  if (data.items.length === 0) return <p className="text-ink-2">{t('desk.records.panels.no_devices')}</p>
  const mayLogOut = actions.includes('log_out') && profile?.permissions.includes('customers.update') === true
  const logOut = (device: string) =>
    withReauth(async () => {
      await call('DELETE /api/v1/admin/customers/{id}/devices/{device}', { params: { id, device } })
      toast(t('desk.records.panels.device_done'))
      await refetch()
    })
  const nameOf = ({ browser, system }: (typeof data.items)[number]['device']) =>
    browser !== null && system !== null
      ? t('desk.records.panels.device_on', { browser, system })
      : (browser ?? system ?? t('desk.records.panels.device_unknown'))
  return (
    <Card as="section" padding="lg">
      <ul className="grid">
        {data.items.map(({ id: device_id, device, last_seen_at }) => (
          <li
            key={device_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-0"
          >
            <span>
              <span className="block font-semibold">{nameOf(device)}</span>
              <span className="text-sm text-ink-2">
                {t('desk.records.panels.device_seen', {
                  time: formatDateTime(new Date(last_seen_at), deviceZone(), locale),
                })}
              </span>
            </span>
            {mayLogOut && (
              <Button
                variant="outline"
                size="sm"
                aria-label={labelled(t('desk.records.panels.device_log_out'), nameOf(device))}
                onClick={() => void logOut(device_id)}
              >
                {t('desk.records.panels.device_log_out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </Card>
  )
}
