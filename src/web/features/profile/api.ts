import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeMailPreferences, getMailPreferences, type MailPreferences } from '#contract/account.ts'
import { call } from '#web/lib/call.ts'

const wishesKey = ['account', 'mails'] as const

export function useMailWishes() {
  return useQuery({ queryKey: wishesKey, queryFn: ({ signal }) => call(getMailPreferences, { signal }) })
}

/** Shown at once, and taken back where the server refuses it. */
export function useChangeMailWishes() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: MailPreferences) => call(changeMailPreferences, { body }),
    onMutate: async (wishes) => {
      await queries.cancelQueries({ queryKey: wishesKey })
      const before = queries.getQueryData<MailPreferences>(wishesKey)
      queries.setQueryData(wishesKey, wishes)
      return { before }
    },
    onError: (_error, _wishes, kept) => queries.setQueryData(wishesKey, kept?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: wishesKey }),
  })
}
