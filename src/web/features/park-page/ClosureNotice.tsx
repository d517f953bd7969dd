import type { Park } from '#contract/parks/parks.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatWindow, zoneName } from '#web/time/format.ts'
import { useDiffersFromDevice } from '#web/time/useDiffersFromDevice.ts'
import { Notice } from '#web/ui/Notice.tsx'

interface ClosureNoticeProps {
  closure: NonNullable<Park['closure']>
  timezone: string
}

/** From when until when the car park is closed by its operator, with what they say about it. */
export function ClosureNotice({ closure: { starts_at, ends_at, notice }, timezone }: ClosureNoticeProps) {
  const { t, locale } = useTranslation()
  const differsFromDevice = useDiffersFromDevice()
  const start = new Date(starts_at)
  return (
    <Notice tone="warning" title={t('park.closure')}>
      <p>
        {formatWindow(start, new Date(ends_at), timezone, locale)}
        {differsFromDevice(start, timezone) && (
          <span className="text-ink-2"> {t('park.closure_zone', { zone: zoneName(start, timezone, locale) })}</span>
        )}
      </p>
      {notice !== null && <p className="wrap-anywhere">{notice}</p>}
    </Notice>
  )
}
