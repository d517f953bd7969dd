import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NotificationPreferences } from '#contract/notifications/notifications.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const words = wordsOf.en

test('asks visitors to log in', async () => {
  await openPage('/notifications')
  expect(await screen.findByRole('heading', { name: words.shell.login_prompt.title })).toBeTruthy()
})

test('says that there is nothing yet', async () => {
  const { token } = await buildDriver(base, { country_code: 'CA', language: 'en' })
  await openPage('/notifications', { token })
  expect(await screen.findByText(words.account.notifications.empty)).toBeTruthy()
})

test('switches one topic off in one channel, and leaves no choice about money', async () => {
  const { token } = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const user = await openPage('/notifications', { token })
  const { settings } = words.account.notifications
  await user.click(await screen.findByText(settings.title))
  const nameOf = (topic: keyof typeof settings.topics, channel: keyof typeof settings.channels) =>
    settings.choice.replace('{{topic}}', settings.topics[topic]).replace('{{channel}}', settings.channels[channel])
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: nameOf('ready', 'email') })
  expect(box.checked).toBe(true)
  await user.click(box)
  await waitFor(async () => {
    const { items } = await send<NotificationPreferences>(base, 'GET', '/api/v1/notifications/preferences', { token })
    expect(items.filter(({ is_on }) => !is_on)).toEqual([{ topic: 'ready', channel: 'email', is_on: false }])
  })
  expect(box.checked).toBe(false)
  // Messages come by email, reminders to devices.
  expect(screen.queryByRole('checkbox', { name: nameOf('messages', 'push') })).toBeNull()
  expect(screen.getByRole('checkbox', { name: nameOf('parking_ends', 'push') })).toBeTruthy()
  expect(screen.getAllByRole('checkbox')).toHaveLength(20)
  expect(screen.getByText(settings.always)).toBeTruthy()
  // Browsers that cannot show any say so. Here, no service worker is built.
  expect(screen.getByText(settings.unsupported)).toBeTruthy()
})
