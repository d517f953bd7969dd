import { beforeEach, expect, test } from 'vitest'
import { otherVehicle } from '#web/features/vehicles/choice.ts'
import { forgetDraft, pickQuery, readDraft, writeDraft } from './draft.ts'

beforeEach(() => {
  for (const slug of ['one', 'two']) forgetDraft(slug)
})

test('saves a draft for each park, and offers the plate at the next', () => {
  const draft = { plate: 'LSR-482-KJ', query: 'start=a&end=b', promo: 'WELCOME', vehicle: otherVehicle, save: true }
  writeDraft('one', draft)
  expect(readDraft('one')).toEqual(draft)
  expect(readDraft('two')).toEqual({ plate: 'LSR-482-KJ', query: '', promo: '', vehicle: '', save: false })
})

test('prefers the address if it has a start', () => {
  expect(pickQuery('?start=1&end=2', 'start=8&end=9').get('start')).toBe('1')
  expect(pickQuery('?utm=mail', 'start=8&end=9').get('end')).toBe('9')
  expect([...pickQuery('', '')]).toEqual([])
})
