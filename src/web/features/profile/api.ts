import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeMailPreferences, getMailPreferences, type MailPreferences } from '#contract/account.ts'
import { call } from '#web/lib/call.ts'

const preferencesKey = ['account', 'mails'] as const

export function useMailPreferences() {
  return useQuery({ queryKey: preferencesKey, queryFn: ({ signal }) => call(getMailPreferences, { signal }) })
}

/** Updated optimistically; a refusal undoes it. */
export function useChangeMailPreferences() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: MailPreferences) => call(changeMailPreferences, { body }),
    onMutate: async (preferences) => {
      await queries.cancelQueries({ queryKey: preferencesKey })
      const before = queries.getQueryData<MailPreferences>(preferencesKey)
      queries.setQueryData(preferencesKey, preferences)
      return { before }
    },
    onError: (_error, _preferences, kept) => queries.setQueryData(preferencesKey, kept?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: preferencesKey }),
  })
}
