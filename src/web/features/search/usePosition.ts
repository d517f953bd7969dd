import { useState } from 'react'

export type PositionState = 'idle' | 'asking' | 'denied' | 'unavailable'

const options: PositionOptions = { enableHighAccuracy: true, timeout: 12_000, maximumAge: 60_000 }

/** The device's position, asked for only when `ask` is called, for a press of the reader's own. */
export function usePosition(onFound: (at: { lat: number; lng: number }) => void) {
  const [state, setState] = useState<PositionState>('idle')
  const ask = () => {
    if (state === 'asking') return
    // Old browsers and pages without https have none.
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
