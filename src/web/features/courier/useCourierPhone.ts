import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPhoneHook } from '#web/storage/createPhoneHook.ts'
import { applySteps, type ShownDay } from './applySteps.ts'
import { CourierPhone, type CourierState } from './courierPhone.ts'

/** The phone of a person. */
export const useOpenPhone = createPhoneHook((user_id) => CourierPhone.open(user_id))

export const usePhoneState = (phone: CourierPhone): CourierState =>
  useSyncExternalStore(phone.subscribe, phone.readState)

/** The day with what was done here and is not sent yet; undefined until it was read once. */
export function useShownDay(phone: CourierPhone): ShownDay | undefined {
  const { day, steps } = usePhoneState(phone)
  if (day === undefined) return undefined
  return applySteps(
    day,
    steps.filter(({ refusal }) => refusal === undefined).map(({ step }) => step),
  )
}

const every_ms = 10_000

/** Keeps the day up to date while the page is seen, and knows at once that the network is gone; returns why the server refuses. */
export function useSynchronizing(phone: CourierPhone): unknown {
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    const run = () => {
      if (document.visibilityState === 'hidden') return
      void phone.synchronize().then(() => setFailure(undefined), setFailure)
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
  }, [phone])
  return failure
}
