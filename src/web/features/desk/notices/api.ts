import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listNotices } from '#contract/notifications/desk.ts'
import { callIfChanged } from '#web/api/callIfChanged.ts'
import { useTranslation } from '#web/page/translation.ts'

export type Waiting = AnswerOf<typeof listNotices>['waiting']

/** Orders wait for nobody: also while another window is in front. */
const refresh_ms = 20_000

/** A page of what the person was told, with what waits at their places. One that has not changed is not sent again. */
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
    refetchInterval: refresh_ms,
    refetchIntervalInBackground: true,
  })
}
