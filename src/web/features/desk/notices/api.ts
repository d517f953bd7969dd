import { useQuery } from '@tanstack/react-query'
import type { listNotices } from '#contract/desk/notices.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { readJson, send } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'

const minute_ms = 60_000
type Notices = AnswerOf<typeof listNotices>
type KnownNotices = Notices & { etag?: string }

/**
 * A page of what the person was told, asked for again each minute while the desk is in front. One that has not changed is
 * not sent again.
 */
export function useNotices(page: number) {
  const { locale } = useTranslation()
  return useQuery({
    queryKey: ['desk_notices', locale, page],
    queryFn: async ({ client, queryKey, signal }): Promise<KnownNotices> => {
      const known = client.getQueryData<KnownNotices>(queryKey)
      const input = { query: { page: String(page), size: '20' }, signal, etag: known?.etag }
      const response = await send('GET /api/v1/desk/notices', input, 'application/json')
      if (response.status === 304 && known !== undefined) return known
      const etag = response.headers.get('etag')
      return { ...((await readJson(response)) as Notices), ...(etag !== null && { etag }) }
    },
    refetchInterval: minute_ms,
  })
}
