import { useEffect, useEffectEvent } from 'react'

/** A scanner's keys follow each other faster than anybody types. */
export const fastest_ms = 60
/** Shorter bursts are people who press two keys at once. */
const least = 5

/** A field as it was before a scanner typed into it. */
interface Before {
  field: HTMLInputElement | HTMLTextAreaElement
  value: string
}

function findField(): Before | undefined {
  const field = document.activeElement
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? { field, value: field.value }
    : undefined
}

/** Gives a field its value back in a way that React hears. */
function restore({ field, value }: Before): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Calls back with what a scanner types that is a keyboard: characters in a burst, then Enter, wherever the focus is. The field
 * that has it stays as it was, and Enter presses nothing.
 */
export function useScanner(onCode: (text: string) => void): void {
  const handle = useEffectEvent(onCode)
  useEffect(() => {
    let text = ''
    let last_ms = 0
    let before: Before | undefined
    const read = (event: KeyboardEvent) => {
      const isFast = event.timeStamp - last_ms < fastest_ms
      last_ms = event.timeStamp
      if (event.key === 'Enter' && isFast && text.length >= least) {
        event.preventDefault()
        event.stopImmediatePropagation()
        if (before !== undefined) restore(before)
        handle(text)
        text = ''
        return
      }
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      if (!isFast) {
        text = ''
        before = findField()
      }
      text += event.key
    }
    window.addEventListener('keydown', read, true)
    return () => window.removeEventListener('keydown', read, true)
  }, [])
}
