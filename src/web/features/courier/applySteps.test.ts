import { expect, test } from 'vitest'
import type { CourierDay, CourierStep } from '#contract/deliveries/courier.ts'
import { applySteps } from './applySteps.ts'

const place = { name: 'Plateau', address: 'Rue 1, Dakar', lat: 14.6, lng: -17.4 }
const task: CourierDay['mine'][number] = {
  id: '1',
  order_number: 'ABCDEFGH',
  token: 7,
  branch: place,
  timezone: 'Africa/Dakar',
  slot: { starts_at: '2026-11-30T10:00:00Z', ends_at: '2026-11-30T10:30:00Z' },
  promised_at: '2026-11-30T10:00:00Z',
  distance_m: 900,
  area: 'Dakar',
  to_collect: null,
  units: 1,
  attempt: 1,
  state: 'accepted',
  at_branch_at: null,
  picked_up_at: null,
  arrived_at: null,
  customer: { name: 'Awa', phone: '+221770000000' },
  destination: null,
  plate: null,
  note: null,
  items: [],
  takes_photos: true,
  bring_back_reasons: [],
}
const day: CourierDay = {
  on_duty_since: null,
  branches: [],
  offered: [],
  mine: [task, { ...task, id: '2' }],
  done: [],
  cash: [],
  hand_in: null,
  is_full: false,
}
const step = (kind: 'at_branch' | 'picked_up' | 'arrived', minute: number): CourierStep => ({
  id: crypto.randomUUID(),
  delivery_id: '1',
  at: `2026-11-30T10:0${minute}:00Z`,
  kind,
})

test('shows what was done on the phone before it is sent', () => {
  const shown = applySteps(day, [step('at_branch', 1), step('picked_up', 2), step('arrived', 3)])
  expect(shown.mine[0]).toMatchObject({
    state: 'picked_up',
    at_branch_at: '2026-11-30T10:01:00Z',
    picked_up_at: '2026-11-30T10:02:00Z',
    arrived_at: '2026-11-30T10:03:00Z',
    isWaiting: true,
  })
  expect(shown.mine[1]).toMatchObject({ state: 'accepted', isWaiting: false })
  expect(day.mine[0]!.state).toBe('accepted')
})

test('moves what was handed over to what is done, without the customer', () => {
  const end: CourierStep = { ...step('arrived', 4), kind: 'handed_over', code: '1234' }
  const { mine, done } = applySteps(day, [step('picked_up', 2), end])
  expect(mine.map(({ id }) => id)).toEqual(['2'])
  expect(done).toMatchObject([{ id: '1', state: 'handed_over', branch: 'Plateau' }])
  expect(JSON.stringify(done)).not.toContain('Awa')
})

test('leaves steps of deliveries that are no longer there', () => {
  expect(applySteps({ ...day, mine: [] }, [step('arrived', 1)])).toMatchObject({ mine: [], done: [] })
})
