import { expect, test } from 'vitest'
import { findPressed, readPushed } from './notifications.ts'

const dataOf = (message: unknown) => (readPushed(message)!.options as { data: unknown }).data

test('shows what the server pushed, and replaces an earlier one about the same thing', () => {
  const ready = { title: 'Order ready', body: 'Collect it.', url: '/order/ABCD2345', tag: 'order-ABCD2345' }
  expect(readPushed(ready)).toMatchObject({
    title: 'Order ready',
    options: { body: 'Collect it.', tag: 'order-ABCD2345', renotify: true, actions: [] },
  })
})

test.each([null, undefined, {}, { title: 'No address' }, { url: '/order/A' }, 'text'])(
  'shows nothing of %j',
  (message) => {
    expect(readPushed(message)).toBeUndefined()
  },
)

test('a press opens the page, and the button its own', () => {
  const ending = {
    title: 'Ends soon',
    body: 'More time?',
    url: '/booking-details/A',
    tag: 'end-A',
    action: 'Extend',
    action_url: '/booking-details/A?do=extend',
  }
  expect(findPressed('', dataOf(ending))).toBe('/booking-details/A')
  expect(findPressed('open', dataOf(ending))).toBe('/booking-details/A?do=extend')
  expect(findPressed('open', dataOf({ title: 'Order ready', url: '/order/A' }))).toBe('/order/A')
})
