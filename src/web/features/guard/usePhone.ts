import { useEffect, useState, useSyncExternalStore } from 'react'
import { logOut } from '#web/api/logout.ts'
import { paths } from '#web/paths.ts'
import { createPhoneHook } from '#web/storage/createPhoneHook.ts'
import { Phone, type PhoneState } from './phone.ts'
import { synchronize } from './sync.ts'

/** The phone of a person. */
export const useOpenPhone = createPhoneHook((user_id) => Phone.open(user_id))

export const usePhoneState = (phone: Phone): PhoneState => useSyncExternalStore(phone.subscribe, phone.readState)

const every_ms = 30_000

/** Keeps list and scans up to date while the page is open, and knows at once that the network is gone; returns why the server refuses. */
export function useSynchronizing(phone: Phone): unknown {
  const [failure, setFailure] = useState<unknown>()
  const { device, park, problem } = usePhoneState(phone)
  const [device_id, park_code] = [device?.id, park?.park_code]
  useEffect(() => {
    const run = () => {
      if (document.visibilityState === 'hidden') return
      void phone
        .dropOld()
        .then(() => synchronize(phone))
        .then(() => setFailure(undefined), setFailure)
    }
    const lose = () => phone.setState({ connection: 'offline' })
    run()
    const timer = setInterval(run, every_ms)
    window.addEventListener('online', run)
    window.addEventListener('offline', lose)
    document.addEventListener('visibilitychange', run)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', run)
      window.removeEventListener('offline', lose)
      document.removeEventListener('visibilitychange', run)
    }
  }, [phone, device_id, park_code])
  useEffect(() => {
    // The phone was lost: nobody may set it up again with this session.
    if (problem === 'revoked') void logOut(paths.guard({ blocked: 1 }))
  }, [problem])
  return failure
}
