import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { applySettings, setSettings } from '#contract/settings/settings.ts'
import { sendQueuedSms } from '#server/features/sms/outbox.ts'
import { createTwilio } from '#server/providers/sms/twilio.ts'
import { startSmsSimulators } from '#simulators/sms.ts'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { codeFor } from '#test/e2e/kit/drivers.ts'
import { buildEmail, newestCode } from '#test/kits/mailbox.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'

const words = wordsOf.en.auth

test('a guest enters an emailed code and goes on where they came from, with an account without a password', async () => {
  const email = `driver-${crypto.randomUUID()}@example.com`
  const user = await openPage('/auth?next=%2Fhelp')
  await user.click(await screen.findByRole('link', { name: words.guest.title }))
  await screen.findByRole('heading', { level: 1, name: words.guest.title })
  expect(await screen.findByText(words.guest.lead_with_number)).toBeTruthy()
  // Nothing has been entered that could have been saved.
  expect(screen.getByText(words.email_login.text)).toBeTruthy()
  expect(screen.getAllByRole('textbox')).toEqual([screen.getByRole('textbox', { name: words.email })])
  await user.type(screen.getByRole('textbox', { name: words.email }), email)
  const send = screen.getByRole('button', { name: words.email_login.send })
  await user.click(send)
  expect(await screen.findAllByText('Please Accept our all Terms and Privacy!')).not.toEqual([])
  await user.click(screen.getByRole('checkbox'))
  await user.click(send)
  await user.type(await screen.findByRole('textbox', { name: words.code }), await codeFor(base, email))
  await waitFor(() => expect(window.location.pathname).toBe('/help'))
  expect(JSON.parse(localStorage.getItem('profile')!)).toMatchObject({ email })
})

test('a guest logs in with a mobile number, which an email address follows the first time', async () => {
  const simulators = await startSmsSimulators()
  onTestFinished(() => simulators.close())
  const world = await startPageWorld({
    sms: { twilio: createTwilio({ ...simulators.keys.twilio, is_simulated: true }) },
  })
  simulators.behaviour.report = null
  const { number_login, email_login } = words
  const enterNumber = async () => {
    const user = await openPage('/guest?next=%2Fhelp')
    await user.click(await screen.findByRole('button', { name: email_login.by_number }))
    await user.type(await screen.findByRole('textbox', { name: number_login.phone }), '(416) 555-0142')
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: number_login.send }))
    const code = await screen.findByRole('textbox', { name: words.code })
    await sendQueuedSms(world.deps)
    expect(simulators.inbox.at(-1)).toMatchObject({ to: '+14165550142' })
    await user.type(code, /\d{6}/.exec(simulators.inbox.at(-1)!.text)![0])
    return user
  }
  const user = await enterNumber()
  expect(await screen.findByText(number_login.email)).toBeTruthy()
  // The terms have been accepted with the number.
  expect(screen.queryByRole('checkbox')).toBeNull()
  const email = buildEmail()
  await user.type(await screen.findByRole('textbox', { name: words.email }), email)
  await user.click(screen.getByRole('button', { name: email_login.send }))
  const code = await screen.findByRole('textbox', { name: words.code })
  await user.type(code, await newestCode(world, email))
  await waitFor(() => expect(window.location.pathname).toBe('/help'))
  const profile = { email, phone: '+14165550142' }
  expect(JSON.parse(localStorage.getItem('profile')!)).toMatchObject(profile)
  localStorage.clear()
  await enterNumber()
  await waitFor(() => expect(window.location.pathname).toBe('/help'))
  expect(JSON.parse(localStorage.getItem('profile')!)).toMatchObject(profile)
})

test('a guest is asked for a mobile number alone where the desk has chosen text messages', async () => {
  const simulators = await startSmsSimulators()
  onTestFinished(() => simulators.close())
  const world = await startPageWorld({
    sms: { twilio: createTwilio({ ...simulators.keys.twilio, is_simulated: true }) },
  })
  setSettings(() => applySettings({ otp: { channel: 'sms' } }))
  await openPage('/guest')
  expect(await screen.findByRole('textbox', { name: words.number_login.phone })).toBeTruthy()
  expect(screen.queryByRole('button', { name: words.number_login.by_email })).toBeNull()
  await world.db.updateTable('sms_gateways').set({ is_active: false }).execute()
  await openPage('/guest')
  expect(await screen.findByRole('textbox', { name: words.email })).toBeTruthy()
  expect(screen.getByText(words.guest.lead)).toBeTruthy()
})

test('the page of guests is that of accounts while guests cannot order', async () => {
  await startPageWorld()
  await openPage('/guest')
  await waitFor(() => expect(document.title).toBe(wordsOf.en.pages.guest.title))
  setSettings(() => applySettings({ site: { guest_orders: false } }))
  await openPage('/guest')
  expect(await screen.findByRole('heading', { level: 1, name: words.email_login.title })).toBeTruthy()
  await waitFor(() => expect(document.title).toBe(wordsOf.en.pages.guest_accounts.title))
})
