import { CloudOff, X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { minute_ms } from '#contract/time.ts'
import { pageConfig } from '#web/api/config.ts'
import { usePageOfflineNotice } from '#web/api/offlineNotice.ts'
import { useOnline } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { readNow } from '#web/time/clock.ts'
import { formatTime } from '#web/time/format.ts'

const hiddenKey = 'demo_banner_hidden'

const wasHidden = () => {
  try {
    return sessionStorage.getItem(hiddenKey) === 'true'
  } catch {
    return false
  }
}

const useHiddenBefore = () =>
  useSyncExternalStore(
    () => () => undefined,
    wasHidden,
    () => false,
  )

const findNextReset = (minutes: number) =>
  new Date((Math.floor(readNow().getTime() / (minutes * minute_ms)) + 1) * minutes * minute_ms)

/** Explains the demo data and the simulated payments. Can be hidden for the session. */
export function DemoBanner() {
  const { t, locale } = useTranslation()
  const minutes = pageConfig.demo_reset_minutes
  const [isDismissed, setHidden] = useState(false)
  const hidden = useHiddenBefore() || isDismissed
  // Offline there is nothing to pay, and a saved pass needs the screen.
  const online = useOnline()
  if (hidden || !online || !(pageConfig.demo || pageConfig.simulated_payments)) return null

  const hide = () => {
    setHidden(true)
    try {
      sessionStorage.setItem(hiddenKey, 'true')
    } catch {
      // Storage is unavailable; the banner returns with the next page load.
    }
  }
  return (
    <aside
      aria-label={t('shell.demo.label')}
      className="border-b border-night-line bg-night text-xs on-night [[data-offline]_&]:hidden"
    >
      <div className="mx-auto flex max-w-[86rem] items-center gap-2 py-0.5 pr-1 pl-4 sm:pl-6 lg:pr-7 lg:pl-10">
        <p className="flex-1 py-1.5 text-on-night-2">
          {pageConfig.demo && (
            <>
              <strong className="font-semibold text-kerb">{t('shell.demo.example')}</strong>{' '}
              {t('shell.demo.facts')}{' '}
            </>
          )}
          {pageConfig.simulated_payments && t('shell.demo.payments')}
          {minutes !== undefined && (
            <> {t('shell.demo.reset', { time: formatTime(findNextReset(minutes), 'UTC', locale) })}</>
          )}
        </p>
        <button
          type="button"
          aria-label={t('shell.demo.dismiss')}
          title={t('shell.demo.dismiss')}
          onClick={hide}
          className="grid size-9 shrink-0 place-items-center rounded-md text-on-night-2 hover:text-on-night touch:size-11 [&_svg]:size-4"
        >
          <X aria-hidden="true" />
        </button>
      </div>
    </aside>
  )
}

/** Shown under the header while the device is offline; has its room before the code runs (`start-script.ts`). */
export function OfflineBar() {
  const { t } = useTranslation()
  const online = useOnline()
  const notice = usePageOfflineNotice()
  return (
    <div role="status" className="[[data-offline]_&]:min-h-8">
      {!online && (
        <p className="flex min-h-8 items-center justify-center gap-2.5 bg-few-soft px-4 py-1.5 text-sm font-medium text-few [&_svg]:size-4.5 [&_svg]:shrink-0">
          <CloudOff aria-hidden="true" />
          {notice ?? t('shell.offline')}
        </p>
      )}
    </div>
  )
}
