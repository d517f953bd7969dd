import { createElement, type ComponentType, useEffect, useState } from 'react'
import { minute_ms } from '#contract/time.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Toaster } from '#web/ui/overlay/Toaster.tsx'

/** What any page shows at times, loaded after the page itself. */
export default function LateParts() {
  const { t } = useTranslation()
  const notice = useUpdateNotice()
  return (
    <>
      <Toaster label={t('shell.notifications')} closeLabel={t('common.close')} />
      {notice !== undefined && createElement(notice)}
    </>
  )
}

/**
 * The notice of a page whose release is no longer supported. A page from the server is of the newest one, so that the notice
 * is loaded once it has been open for ten minutes; for one that the device may have kept, at once.
 */
function useUpdateNotice(): ComponentType | undefined {
  const [part, setPart] = useState<{ UpdateNotice: ComponentType }>()
  useEffect(() => {
    const isFromDevice = Boolean((navigator as Partial<Navigator>).serviceWorker?.controller)
    const load = () => void import('./UpdateNotice.tsx').then(setPart, () => undefined)
    const timer = setTimeout(load, isFromDevice ? 0 : 10 * minute_ms)
    return () => clearTimeout(timer)
  }, [])
  return part?.UpdateNotice
}
