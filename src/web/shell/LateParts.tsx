import { Suspense, useEffect, useState } from 'react'
import { minute_ms } from '#contract/time.ts'
import { lazyPart } from '#web/page/lazyPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { Toaster } from '#web/ui/overlay/Toaster.tsx'

const UpdateNotice = lazyPart(async () => (await import('./UpdateNotice.tsx')).UpdateNotice)

/** What any page shows at times, loaded after the page itself. */
export default function LateParts() {
  const { t } = useTranslation()
  const isOld = useIsOld()
  return (
    <>
      <Toaster label={t('shell.notifications')} closeLabel={t('common.close')} />
      {isOld && (
        <Suspense>
          <UpdateNotice />
        </Suspense>
      )}
    </>
  )
}

/**
 * Whether a page may be of a release that is no longer supported. One from the server is of the newest, so that it may be
 * once it has been open for ten minutes; one that the device may have stored, at once.
 */
function useIsOld(): boolean {
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    const isFromDevice = Boolean((navigator as Partial<Navigator>).serviceWorker?.controller)
    const timer = setTimeout(() => setOld(true), isFromDevice ? 0 : 10 * minute_ms)
    return () => clearTimeout(timer)
  }, [])
  return isOld
}
