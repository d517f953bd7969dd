import { useQuery } from '@tanstack/react-query'
import { minute_ms } from '#contract/time.ts'
import { callIfChanged } from '#web/api/callIfChanged.ts'
import { useTranslation } from '#web/page/translation.ts'

/**
 * A page of what the person was told, asked for again each minute while the desk is in front. One that has not changed is
 * not sent again.
 */
export function useNotices(page: number) {
  const { locale } = useTranslation()
  return useQuery({
    queryKey: ['desk_notices', locale, page],
    queryFn: ({ client, queryKey, signal }) =>
      callIfChanged(
        'GET /api/v1/desk/notices',
        { query: { page: String(page), size: '20' }, signal },
        { client, queryKey },
      ),
    refetchInterval: minute_ms,
  })
}
