import { useQuery } from '@tanstack/react-query'
import { isOlderVersion } from '#contract/settings/releases.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { pageConfig } from '#web/api/config.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'

const every_ms = 10 * minute_ms

/** Asks whoever has a page of a release that is no longer supported to reload it. */
export function UpdateNotice() {
  const { t, language } = useTranslation()
  const { data } = useQuery({
    queryKey: ['supported_release', language],
    queryFn: ({ signal }) => call('GET /api/v1/supported-release', { signal }),
    staleTime: every_ms,
    refetchInterval: every_ms,
  })
  const { version } = pageConfig
  if (version === undefined || data === undefined || data.oldest_version === null) return null
  if (!isOlderVersion(version, data.oldest_version)) return null
  return (
    <div
      role="alert"
      className="shadow-md fixed inset-x-0 top-0 z-80 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-few-soft px-4 py-2 text-sm font-medium print:hidden"
    >
      <p>{data.notice ?? t('app_update.text')}</p>
      <Button size="md" onClick={() => window.location.reload()}>
        {t('app_update.reload')}
      </Button>
    </div>
  )
}
