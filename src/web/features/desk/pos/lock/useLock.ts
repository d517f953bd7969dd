import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Profile } from '#contract/accounts/auth.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { replaceProfile } from '#web/api/useProfile.ts'

/** Takes up the person for whom the session of a counter acts from now on, and forgets what was read for the one before. */
export function useTakeOver(): (profile: Profile) => Promise<void> {
  const queries = useQueryClient()
  return (profile) => replaceProfile(queries, profile)
}

/** Locks the counter of this device. */
export function useLock(): () => Promise<void> {
  const takeOver = useTakeOver()
  return async () => takeOver(await call('POST /api/v1/counter/lock', {}))
}

/** Locks the counter after so many minutes in which nobody touched the device. */
export function useIdleLock(isOn: boolean, minutes: number): void {
  const lock = useLock()
  // Without a network there is nobody who could check a PIN: the counter stays as it is.
  const onIdle = useEffectEvent(() => void lock().catch(() => undefined))
  useEffect(() => {
    if (!isOn) return undefined
    let timer = setTimeout(onIdle, minutes * minute_ms)
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(onIdle, minutes * minute_ms)
    }
    for (const event of ['pointerdown', 'keydown'] as const) window.addEventListener(event, restart, true)
    return () => {
      clearTimeout(timer)
      for (const event of ['pointerdown', 'keydown'] as const) window.removeEventListener(event, restart, true)
    }
  }, [isOn, minutes])
}
