import { useState } from 'react'
import { minute_ms } from '#contract/time.ts'

export type PositionState = 'idle' | 'asking' | 'denied' | 'unavailable'

const options: PositionOptions = { enableHighAccuracy: true, timeout: 12_000, maximumAge: minute_ms }

/** The device's position; requested only when `ask` is called on a user action. */
export function usePosition(onFound: (at: { lat: number; lng: number }) => void) {
  const [state, setState] = useState<PositionState>('idle')
  const ask = () => {
    if (state === 'asking') return
    // Unavailable in old browsers and on pages without HTTPS.
    if (!('geolocation' in navigator)) {
      setState('unavailable')
      return
    }
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle')
        onFound({ lat: coords.latitude, lng: coords.longitude })
      },
      (problem) => setState(problem.code === problem.PERMISSION_DENIED ? 'denied' : 'unavailable'),
      options,
    )
  }
  return { state, ask, forget: () => setState('idle') }
}
