import { beforeEach, expect, test } from 'vitest'
import { dismissToast, toast, toasts } from './toast.ts'

beforeEach(() => {
  for (const { id } of toasts.get()) dismissToast(id)
})

const texts = () => toasts.get().map(({ text }) => text)

test('keeps the latest three messages, and each text once', () => {
  for (const text of ['one', 'two', 'two', 'three', 'four']) toast(text)
  expect(texts()).toEqual(['two', 'three', 'four'])
})

test('shows errors longer, and offers to undo for 8 seconds', () => {
  toast('read')
  toast('failed', { tone: 'error' })
  toast('undo?', { action: { label: 'Undo', run: () => undefined } })
  const [read, failed, undo] = toasts.get().map(({ duration_ms }) => duration_ms)
  expect(failed).toBeGreaterThan(read ?? 0)
  expect(undo).toBe(8_000)
})

test('notifies listeners until they unsubscribe', () => {
  let heard = 0
  const stop = toasts.subscribe(() => heard++)
  const id = toast('one')
  dismissToast(id)
  stop()
  toast('two')
  expect(heard).toBe(2)
  expect(texts()).toEqual(['two'])
})
