export interface ToastMessage {
  id: number
  tone: 'success' | 'error' | 'info'
  text: string
  action: { label: string; run: () => void } | undefined
  /** How long it is shown; longer for errors and what can be undone. */
  duration_ms: number
}

interface ToastOptions {
  tone?: ToastMessage['tone']
  action?: ToastMessage['action']
}

const READING_MS = 5000
/** How long an action can be undone (specification). */
export const undo_ms = 8_000
const errorReading_ms = 10_000
const MAX_SHOWN = 3

let messages: readonly ToastMessage[] = []
let next = 1
const listeners = new Set<() => void>()

const publish = (changed: readonly ToastMessage[]) => {
  messages = changed
  for (const listener of listeners) listener()
}

/** Shows a short message at the edge of the screen and returns its id. The same text replaces an earlier message. */
export const toast = (text: string, { tone = 'success', action }: ToastOptions = {}): number => {
  const duration_ms = action ? undo_ms : tone === 'error' ? errorReading_ms : READING_MS
  const message = { id: next++, tone, text, action, duration_ms }
  publish([...messages.filter((message) => message.text !== text), message].slice(-MAX_SHOWN))
  return message.id
}

export const dismissToast = (id: number): void => publish(messages.filter((message) => message.id !== id))

/** For Toaster only. */
export const toasts = {
  get: (): readonly ToastMessage[] => messages,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
