import { useSyncExternalStore } from 'react'
import { readJson, writeJson } from '#web/storage/storage.ts'

const key = 'desk_single_keys'
const listeners = new Set<() => void>()

/** Single-letter shortcuts can be turned off (WCAG 2.1.4), on this device. */
export const areSingleKeysOn = (): boolean => readJson(key) !== false

export function setSingleKeys(isOn: boolean): void {
  writeJson(key, isOn)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn, () => true)

/** Whether a key press is meant for what the person types into. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"], [role="menu"]') !== null)

/** For keys that work in fields too. */
export const whileTyping = { ignore: () => false }

const sequence_ms = 1_000
let began_ms = -sequence_ms

/** Notes that `g` was pressed, so that the letter after it is not taken for a shortcut of its own. */
export const beginSequence = (): void => {
  began_ms = performance.now()
}

/** Wraps a letter that is a shortcut of its own, unless it follows `g`. */
export const ownKey = (run: (event: KeyboardEvent) => void): ((event: KeyboardEvent) => void) =>
  singleKey((event) => {
    if (performance.now() - began_ms > sequence_ms) run(event)
  })

/** Wraps a single-letter shortcut: not while typing, not under a dialog, and not when they are turned off. */
export const singleKey =
  (run: (event: KeyboardEvent) => void) =>
  (event: KeyboardEvent): void => {
    if (!areSingleKeysOn() || isTyping(event) || document.querySelector('[role="dialog"]') !== null) return
    event.preventDefault()
    run(event)
  }
