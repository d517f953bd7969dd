import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MailPreferences } from '#contract/accounts/account.ts'
import { call } from '#web/api/call.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'

const preferencesKey = ['account', 'mails'] as const

/** Which optional emails the person gets. */
export function useMailPreferences() {
  return useQuery({ queryKey: preferencesKey, queryFn: ({ signal }) => call('GET /api/v1/users/mails', { signal }) })
}

/** Updated optimistically; a refusal undoes it. */
export function useUpdateMailPreferences() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<MailPreferences>) => call('PATCH /api/v1/users/mails', { body }),
    onMutate: async (preferences) => {
      const before = await storeAnswer<MailPreferences>(
        queries,
        preferencesKey,
        (stored) => stored && { ...stored, ...preferences },
      )
      return { before }
    },
    onError: (_error, _preferences, context) => storeAnswer(queries, preferencesKey, context?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: preferencesKey }),
  })
}
