import { useRef } from 'react'

interface RetryKeys {
  /** The key of what is sent: the same again after a lost answer, and another one for what was changed meanwhile. */
  keyOf: (body: object) => string
  /** Ends the key once its answer has arrived: the same body then means it again. */
  forget: () => void
}

/** Keys with which something is done once, whatever is pressed twice or lost on the way. */
export function useRetryKey(): RetryKeys {
  const last = useRef<{ sent: string; key: string }>(undefined)
  return {
    keyOf: (body) => {
      const sent = JSON.stringify(body)
      if (last.current?.sent !== sent) last.current = { sent, key: crypto.randomUUID() }
      return last.current.key
    },
    forget: () => {
      last.current = undefined
    },
  }
}
