import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  notificationChannels,
  type NotificationChannel,
  type NotificationPreferences,
  type OptionalNotification,
  optionalTopics,
  type updateNotificationPreference,
} from '#contract/notifications/notifications.ts'
import { call } from '#web/api/call.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { LoadFailed } from '#web/features/account/LoadFailed.tsx'
import { reasonOf } from '#web/features/account/reason.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Card } from '#web/ui/Card.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { pushKey } from './api-push.ts'
import { DeviceSwitch } from './DeviceSwitch.tsx'
import { TextMessages } from './TextMessages.tsx'

/** Switches push on or off for this browser, and each topic on or off by channel. */
export function NotificationSettings() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useNotificationPreferences()
  return (
    <Fold title={t('account.notifications.settings.title')} lead={t('account.notifications.settings.lead')}>
      <div className="grid max-w-3xl gap-4">
        <DeviceSwitch />
        <TextMessages />
        {data !== undefined ? (
          <Choices items={data.items} />
        ) : isError ? (
          <LoadFailed onRetry={refetch} />
        ) : (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-96 rounded-xl" />
          </Loading>
        )}
      </div>
    </Fold>
  )
}

function Choices({ items }: NotificationPreferences) {
  const { t } = useTranslation()
  const change = useUpdateNotificationPreference()
  const nameTopic = (topic: OptionalNotification) => t(`account.notifications.settings.topics.${topic}`)
  const nameChannel = (channel: NotificationChannel) => t(`account.notifications.settings.channels.${channel}`)
  const find = (topic: OptionalNotification, channel: NotificationChannel) =>
    items.find((item) => item.topic === topic && item.channel === channel)
  const choose = (topic: OptionalNotification, channel: NotificationChannel, is_on: boolean) =>
    change.mutate({ topic, channel, is_on }, { onError: (error) => toast(reasonOf(t, error), { tone: 'error' }) })
  return (
    <Card className="pt-2 pb-0">
      <table className="w-full border-collapse">
        <caption className="sr-only">{t('account.notifications.settings.caption')}</caption>
        <thead>
          <tr className="text-sm text-ink-2">
            <th scope="col" className="py-2 pr-2 text-left font-semibold">
              {t('account.notifications.settings.topic')}
            </th>
            {notificationChannels.map((channel) => (
              <th key={channel} scope="col" className="w-16 px-0.5 py-2 text-center font-semibold sm:w-28">
                {nameChannel(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {optionalTopics.map((topic) => (
            <tr key={topic} className="border-t border-line">
              <th scope="row" className="py-1 pr-2 text-left font-normal">
                {nameTopic(topic)}
              </th>
              {notificationChannels.map((channel) => {
                const choice = find(topic, channel)
                return (
                  <td key={channel} className="px-1">
                    {choice !== undefined && (
                      <Checkbox
                        className="justify-items-center"
                        label={
                          <span className="sr-only">
                            {t('account.notifications.settings.choice', {
                              topic: nameTopic(topic),
                              channel: nameChannel(channel),
                            })}
                          </span>
                        }
                        checked={choice.is_on}
                        onChange={(event) => choose(topic, channel, event.target.checked)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line py-3 text-sm text-ink-2">{t('account.notifications.settings.always')}</p>
    </Card>
  )
}

const preferencesKey = ['notifications', 'preferences'] as const

/** The account's notification preferences and devices. */
function useNotificationPreferences() {
  return useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call('GET /api/v1/notifications/preferences', { signal }),
  })
}

/** Updated optimistically; a refusal undoes it. */
function useUpdateNotificationPreference() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateNotificationPreference>) =>
      call('PUT /api/v1/notifications/preferences', { body }),
    onMutate: async ({ topic, channel, is_on }) => {
      const before = await storeAnswer<NotificationPreferences>(
        queries,
        preferencesKey,
        (stored) =>
          stored && {
            items: stored.items.map((item) =>
              item.topic === topic && item.channel === channel ? { ...item, is_on } : item,
            ),
          },
      )
      return { before }
    },
    onError: (_error, _preference, context) => storeAnswer(queries, preferencesKey, context?.before),
    // A browser's state names its reminders, which are one of the preferences.
    onSettled: () => Promise.all([preferencesKey, pushKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
