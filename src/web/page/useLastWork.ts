import { useRef, useState } from 'react'

export interface LastWork<T> {
  isRunning: boolean
  /** Begins work in place of earlier work. It must not reject. */
  start: (work: Promise<T>) => void
  /** What the last work gave; waits while it runs. */
  whenDone: () => Promise<T>
}

/** Work that the sending of a form waits for, such as a photo being made smaller or a file on its way. */
export function useLastWork<T>(initial: T): LastWork<T> {
  const last = useRef<Promise<T>>(undefined)
  const [running, setRunning] = useState<Promise<T>>()
  return {
    isRunning: running !== undefined,
    start: (work) => {
      last.current = work
      setRunning(work)
      void work.then(() => setRunning((value) => (value === work ? undefined : value)))
    },
    whenDone: async () => {
      for (;;) {
        const work = last.current
        const result = await (work ?? initial)
        if (work === last.current) return result
      }
    },
  }
}
