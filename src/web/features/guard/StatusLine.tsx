import { CloudOff, Wifi } from 'lucide-react'
import { useEffect, useReducer } from 'react'
import { describeAge } from './describeAge.ts'
import type { Phone, PhoneState } from './phone.ts'
import { useGuardWords } from './words.ts'

const every_ms = 15_000

/** Whether there is a network, how old the list is, and how many scans wait to be sent. */
export function StatusLine({ phone, state: { connection, list, scans } }: { phone: Phone; state: PhoneState }) {
  const { t } = useGuardWords()
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(refresh, every_ms)
    return () => clearInterval(timer)
  }, [])
  const unsent = scans.filter(({ result }) => result === undefined).length
  const Icon = connection === 'offline' ? CloudOff : Wifi
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <span className="inline-flex items-center gap-1.5 font-semibold text-ink">
        <Icon aria-hidden="true" className="size-4" />
        {t(`guard.status.${connection}`)}
      </span>
      <span>{list === undefined ? t('guard.status.no_list') : describeAge(t, list.at, phone.now())}</span>
      {unsent > 0 && <span className="font-semibold">{t('guard.status.unsent', { count: unsent })}</span>}
    </p>
  )
}
