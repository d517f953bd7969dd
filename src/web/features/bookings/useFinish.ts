import { useEffect, useRef } from 'react'

/**
 * Runs the completion of a change once: on its response or, if that was lost, as soon as the booking shows the
 * change.
 */
export function useFinish(shows: boolean, finish: () => void): () => void {
  const hasFinished = useRef(false)
  const once = () => {
    if (hasFinished.current) return
    hasFinished.current = true
    finish()
  }
  useEffect(() => {
    if (shows) once()
  })
  return once
}
