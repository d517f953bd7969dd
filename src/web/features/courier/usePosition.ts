import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/call.ts'

/** How often a position is sent. */
const every_ms = 15_000

export type Sharing = 'off' | 'on' | 'refused'

interface Position {
  sharing: Sharing
  start: () => void
  stop: () => void
}

/**
 * Sends where the courier is every 15 seconds while `isOut`, the page is seen and they agreed to it. Whoever has allowed the
 * browser to know the position before shares it at once.
 */
export function usePosition(isOut: boolean): Position {
  const [sharing, setSharing] = useState<Sharing>('off')
  const last = useRef<GeolocationPosition>(undefined)
  const isOn = isOut && sharing === 'on'

  useEffect(() => {
    if (!isOut) return undefined
    let isCurrent = true
    const query = navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
    void query?.then((permission) => {
      if (isCurrent && permission?.state === 'granted') setSharing('on')
    })
    return () => {
      isCurrent = false
    }
  }, [isOut])

  useEffect(() => {
    if (!isOn) return undefined
    const send = () => {
      const coords = last.current?.coords
      if (coords === undefined || document.visibilityState === 'hidden') return
      const body = { lat: coords.latitude, lng: coords.longitude, accuracy_m: coords.accuracy }
      // The next one follows: none of them is worth a second attempt.
      void call('PUT /api/v1/courier/position', { body }).catch(() => undefined)
    }
    const watch = navigator.geolocation.watchPosition(
      (position) => {
        const isFirst = last.current === undefined
        last.current = position
        if (isFirst) send()
      },
      ({ code, PERMISSION_DENIED }) => {
        if (code === PERMISSION_DENIED) setSharing('refused')
      },
      { enableHighAccuracy: true, maximumAge: every_ms },
    )
    const timer = setInterval(send, every_ms)
    return () => {
      navigator.geolocation.clearWatch(watch)
      clearInterval(timer)
      last.current = undefined
    }
  }, [isOn])

  return { sharing, start: () => setSharing('on'), stop: () => setSharing('off') }
}
