import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterPaint } from './afterPaint.ts'

/**
 * One of several choices whose change renders much of a page: the pressed one is shown in the next frame, the page follows.
 * `current` is what to show as chosen.
 */
export function useAnsweredChoice<T>(chosen: T, onChoose: (next: T) => void) {
  const [pressed, setPressed] = useState<{ next: T; instead: T }>()
  const latest = useRef(onChoose)
  latest.current = onChoose
  return {
    // Whatever the page has made of it counts from then on.
    current: pressed && pressed.instead === chosen ? pressed.next : chosen,
    choose: (next: T) => {
      setPressed({ next, instead: chosen })
      afterPaint(() => {
        // Rendered before the next press is taken, as in the press itself: it builds on this one.
        flushSync(() => {
          latest.current(next)
          setPressed(undefined)
        })
      })
    },
  }
}
