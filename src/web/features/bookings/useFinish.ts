import { useEffect, useRef } from 'react'

/**
 * The end of a change, told once: by its answer, or, where that was lost, by the booking itself as soon as it shows what
 * was asked for.
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
