import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Long enough to read the address. */
const TOLD_MS = 1_200

/** Over the picker while the services are asked, and for a moment with what they said; what lies under it can be pressed. */
export function DetectingOverlay({ detecting, ip }: { detecting: boolean; ip: string | undefined }) {
  const { t } = useTranslation()
  const [told, setTold] = useState(false)
  useEffect(() => {
    if (detecting) return
    const timer = setTimeout(() => setTold(true), TOLD_MS)
    return () => clearTimeout(timer)
  }, [detecting])
  if (told) return null
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-10 grid justify-items-center px-4 pb-6">
      <div
        role="status"
        className="grid w-full max-w-sm gap-2 rounded-xl border border-night-line bg-night px-5 py-4 text-on-night shadow-float"
      >
        <span aria-hidden="true" className="bay-loading block w-full" />
        <span className="font-semibold">{t('shell.country.detecting')}</span>
        {ip && <span className="text-sm text-on-night-2 tabular-nums">{t('shell.country.ip', { ip })}</span>}
      </div>
    </div>
  )
}
