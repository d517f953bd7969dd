import { useQuery, useQueryClient } from '@tanstack/react-query'
import { eventAudiences, eventChannels, switchOf, type EventChannel } from '#contract/notifications/events.ts'
import type { EventChannels } from '#contract/settings/notification-grid.ts'
import { call } from '#web/api/call.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SettingHistory } from './SettingHistory.tsx'

const queryKey = ['desk', 'settings', 'notification'] as const

/** What people are told of and where, with a switch for each channel that can be switched off. */
export function NotificationGroup() {
  const { t } = useDeskWords()
  useDeskTitle(t('desk.settings.groups.notification.title'))
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/v1/admin/settings/notification', { signal }),
  })
  return (
    <div className="grid max-w-3xl gap-4">
      <div>
        <p className="text-sm">
          <PageLink to={paths.desk('settings')} className="text-act underline underline-offset-4">
            {t('desk.lists.settings.title')}
          </PageLink>
        </p>
        <h1 className="text-xl">{t('desk.settings.groups.notification.title')}</h1>
        <p className="text-sm text-ink-2">{t('desk.settings.notification.lead')}</p>
      </div>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-96 rounded-xl" />}
      {data !== undefined && (
        <>
          {eventAudiences.map((audience) => (
            <Audience
              key={audience}
              title={t(`desk.settings.notification.audiences.${audience}`)}
              rows={data.events.filter((row) => row.audience === audience)}
              version={data.version}
            />
          ))}
          <SettingHistory group="notification" record={data} />
        </>
      )}
    </div>
  )
}

/** The events of an audience, a row each. */
function Audience({ title, rows, version }: { title: string; rows: readonly EventChannels[]; version: number }) {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const queries = useQueryClient()
  const { withReauth, dialog } = useReauth()
  const mayUpdate = profile?.permissions.includes('settings.update') === true
  const change = (event: EventChannels['event'], channel: EventChannel, is_on: boolean) =>
    withReauth(async () => {
      const body = { event, channel, is_on, version }
      const saved = await call('PATCH /api/v1/admin/settings/notification', { body })
      await storeAnswer(queries, queryKey, saved)
      await queries.invalidateQueries({ queryKey: ['desk', 'settings'] })
      toast(t('desk.settings.saved'))
    })
  return (
    <Card as="section" className="pt-3 pb-1">
      <table className="w-full border-collapse text-sm">
        <caption className="pb-1 text-left text-md font-bold">{title}</caption>
        <thead>
          <tr className="text-xs text-ink-2">
            <th scope="col" className="py-2 pr-2 text-left font-semibold">
              {t('desk.settings.notification.event')}
            </th>
            {eventChannels.map((channel) => (
              <th key={channel} scope="col" className="w-14 px-0.5 py-2 text-center font-semibold sm:w-24">
                {t(`desk.settings.notification.channels.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.event} className="border-t border-line">
              <th scope="row" className="py-2 pr-2 text-left font-normal">
                {t(`desk.settings.notification.events.${row.event}`)}
              </th>
              {eventChannels.map((channel) => (
                <td key={switchOf(row.event, channel)} className="px-0.5 text-center">
                  <Cell
                    row={row}
                    channel={channel}
                    mayUpdate={mayUpdate}
                    onChange={(is_on) => change(row.event, channel, is_on)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {dialog}
    </Card>
  )
}

interface CellProps {
  row: EventChannels
  channel: EventChannel
  mayUpdate: boolean
  onChange: (is_on: boolean) => void
}

/** A switch; or why there is none. */
function Cell({ row, channel, mayUpdate, onChange }: CellProps) {
  const { t } = useDeskWords()
  const state = row[channel]
  if (state === null)
    return (
      <>
        <span aria-hidden="true" className="text-ink-3">
          –
        </span>
        <span className="sr-only">{t('desk.settings.notification.none')}</span>
      </>
    )
  if (state !== 'on' && state !== 'off')
    return (
      <span className="text-xs text-ink-2" title={t(`desk.settings.notification.reasons.${state}`)}>
        {t('desk.settings.notification.always')}
        <span className="sr-only">{t(`desk.settings.notification.reasons.${state}`)}</span>
      </span>
    )
  return (
    <Checkbox
      className="justify-items-center"
      label={
        <span className="sr-only">
          {t('desk.settings.notification.choice', {
            event: t(`desk.settings.notification.events.${row.event}`),
            channel: t(`desk.settings.notification.channels.${channel}`),
          })}
        </span>
      }
      checked={state === 'on'}
      disabled={!mayUpdate}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
