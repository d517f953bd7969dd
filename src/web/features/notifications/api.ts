import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import type { changeNotificationPreference, NotificationPreferences } from '#contract/notifications/notifications.ts'
import { call } from '#web/api/call.ts'
import { pushKey } from './api-push.ts'

const preferencesKey = ['notifications', 'preferences'] as const

/** The account's notification preferences and devices. */
export function useNotificationPreferences() {
  return useQuery({
    queryKey: preferencesKey,
    queryFn: ({ signal }) => call('GET /api/v1/notifications/preferences', { signal }),
  })
}

/** Updated optimistically; a refusal undoes it. */
export function useChangeNotificationPreference() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof changeNotificationPreference>) =>
      call('PUT /api/v1/notifications/preferences', { body }),
    onMutate: async ({ topic, channel, is_on }) => {
      await queries.cancelQueries({ queryKey: preferencesKey })
      const before = queries.getQueryData<NotificationPreferences>(preferencesKey)
      if (before !== undefined)
        queries.setQueryData<NotificationPreferences>(preferencesKey, {
          items: before.items.map((one) => (one.topic === topic && one.channel === channel ? { ...one, is_on } : one)),
        })
      return { before }
    },
    onError: (_error, _preference, kept) => queries.setQueryData(preferencesKey, kept?.before),
    // A browser's state names its reminders, which are one of the preferences.
    onSettled: () => Promise.all([preferencesKey, pushKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
