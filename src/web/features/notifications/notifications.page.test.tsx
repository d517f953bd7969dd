import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { NotificationPreferences } from '#contract/notifications/notifications.ts'
import { sendQueuedSms } from '#server/features/sms/outbox.ts'
import { createTwilio } from '#server/providers/sms/twilio.ts'
import { startSmsSimulators } from '#simulators/sms.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { buildDriver, send } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'

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
    expect(items.filter(({ is_on, topic }) => !is_on && topic !== 'news')).toEqual([
      { topic: 'ready', channel: 'email', is_on: false },
    ])
  })
  expect(box.checked).toBe(false)
  // Messages come by email, reminders to devices.
  expect(screen.queryByRole('checkbox', { name: nameOf('messages', 'push') })).toBeNull()
  expect(screen.getByRole('checkbox', { name: nameOf('parking_ends', 'push') })).toBeTruthy()
  expect(screen.getAllByRole('checkbox')).toHaveLength(21)
  expect(screen.getByText(settings.always)).toBeTruthy()
  // Browsers that cannot show any say so. Here, no service worker is built.
  expect(screen.getByText(settings.unsupported)).toBeTruthy()
})

const { texts } = words.account.notifications.settings

test('confirms the mobile number by a code, chooses text messages, and stops them all by one press', async () => {
  const simulators = await startSmsSimulators()
  onTestFinished(() => simulators.close())
  const world = await startPageWorld({
    sms: { twilio: createTwilio({ ...simulators.keys.twilio, is_simulated: true }) },
  })
  simulators.behaviour.report = null
  const driver = await world.buildDriver({ country_code: 'CA' })
  const user = await openPage('/notifications', driver)
  await user.click(await screen.findByText(words.account.notifications.settings.title))
  await user.type(await screen.findByRole('textbox', { name: texts.phone }), '416 555 0123')
  await user.click(screen.getByRole('button', { name: texts.send }))
  const code = await screen.findByRole('textbox', { name: words.auth.code })
  await sendQueuedSms(world.deps)
  expect(simulators.inbox.at(-1)).toMatchObject({ to: '+14165550123' })
  await user.type(code, /\d{6}/.exec(simulators.inbox.at(-1)!.text)![0])
  const orders = await screen.findByRole<HTMLInputElement>('checkbox', { name: texts.topics.orders })
  expect(orders.checked).toBe(false)
  await user.click(orders)
  const consents = () => world.db.selectFrom('text_consents').select(['topic', 'number', 'ended_by']).execute()
  await waitFor(async () =>
    expect(await consents()).toEqual([{ topic: 'orders', number: '+14165550123', ended_by: null }]),
  )
  await user.click(await screen.findByRole('button', { name: texts.stop }))
  expect(await screen.findByText(texts.stopped)).toBeTruthy()
  expect(orders.checked).toBe(false)
  expect(await consents()).toMatchObject([{ ended_by: 'settings' }])

  // The link in a message does the same, without a login.
  const { stop_key } = await world.db.selectFrom('text_numbers').select('stop_key').executeTakeFirstOrThrow()
  await openPage(`/unsubscribe/${stop_key}?texts=1`)
  expect(await screen.findByRole('heading', { name: words.profile.unsubscribe.texts_done })).toBeTruthy()
  await openPage('/unsubscribe/AAAAAAAAAA?texts=1')
  expect(await screen.findByRole('heading', { name: words.profile.unsubscribe.unknown })).toBeTruthy()
})

test('offers no text messages where none are sent', async () => {
  const world = await startPageWorld({ sms: {} })
  const driver = await world.buildDriver({ country_code: 'CA' })
  const user = await openPage('/notifications', driver)
  await user.click(await screen.findByText(words.account.notifications.settings.title))
  expect(await screen.findByRole('checkbox', { name: /Order ready: Email/ })).toBeTruthy()
  expect(screen.queryByText(texts.title)).toBeNull()
})
