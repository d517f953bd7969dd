import { useEffect, useState, useSyncExternalStore } from 'react'
import { applySteps, type ShownDay } from './applySteps.ts'
import { CourierPhone, type CourierState } from './courierPhone.ts'

const opened = new Map<string, Promise<CourierPhone>>()

const openPhone = (user_id: string): Promise<CourierPhone> => {
  const phone = opened.get(user_id) ?? CourierPhone.open(user_id)
  opened.set(user_id, phone)
  return phone
}

/** The phone of a person; `failed` in browsers that keep nothing, or without encryption. */
export function useOpenPhone(user_id: string): CourierPhone | 'failed' | undefined {
  const [state, setState] = useState<{ user_id: string; phone: CourierPhone | 'failed' }>()
  useEffect(() => {
    let isCurrent = true
    const show = (phone: CourierPhone | 'failed') => {
      if (isCurrent) setState({ user_id, phone })
    }
    // Addresses without HTTPS have no encryption.
    if (!isSecureContext) show('failed')
    else openPhone(user_id).then(show, () => show('failed'))
    return () => {
      isCurrent = false
    }
  }, [user_id])
  return state?.user_id === user_id ? state.phone : undefined
}

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
