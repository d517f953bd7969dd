import { wordsOf } from './catalogue.ts'
import { newDriver, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'

const base = process.env['BASE_URL']!
const words = wordsOf.en
const { settings } = words.account.notifications

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', permissions: ['notifications'], serviceWorkers: 'allow' })

test('a device is switched on, shows what is pushed to it, and is switched off @phone', async ({ page, context }) => {
  const { token } = await newDriver(base, { country_code: 'CA', language: 'en' })
  // A browser on this machine has no push service; its subscription is made up, all else is real.
  await page.addInitScript((driver) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('parkwell_user_token', driver)
    const address = 'https://fcm.googleapis.com/fcm/send/made-up'
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
    const subscription = {
      endpoint: address,
      toJSON: () => ({ endpoint: address, keys }),
      unsubscribe: () => {
        localStorage.removeItem('made-up-push')
        return Promise.resolve(true)
      },
    }
    const find = () => (localStorage.getItem('made-up-push') === null ? null : subscription)
    PushManager.prototype.getSubscription = () => Promise.resolve(find() as unknown as PushSubscription)
    PushManager.prototype.subscribe = () => {
      localStorage.setItem('made-up-push', 'on')
      return Promise.resolve(subscription as unknown as PushSubscription)
    }
  }, token)
  await page.goto('/notifications')
  await page.getByText(settings.title).click()
  await page.getByRole('button', { name: settings.start }).click()
  await expect(page.getByText(settings.device_on)).toBeVisible()
  const body = { endpoint: 'https://fcm.googleapis.com/fcm/send/made-up' }
  const find = () =>
    send<{ is_on: boolean }>(base, 'POST', '/api/v1/push/subscriptions/find', { token, body }).then((one) => one.is_on)
  expect(await find()).toBe(true)

  // What a push service would hand to the service worker.
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const data = JSON.stringify({
    title: 'Order ready',
    body: 'Collect order ABCD2345.',
    url: '/order/ABCD2345',
    tag: 'order-ABCD2345',
  })
  const registrationId = await registered
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: base, registrationId, data })
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const shown = await (await navigator.serviceWorker.ready).getNotifications()
        return shown.map(({ title, body: text, tag, data: kept }) => ({ title, text, tag, kept: kept as unknown }))
      }),
    )
    .toEqual([
      {
        title: 'Order ready',
        text: 'Collect order ABCD2345.',
        tag: 'order-ABCD2345',
        kept: { url: '/order/ABCD2345' },
      },
    ])

  await page.reload()
  await page.getByText(settings.title).click()
  await page.getByRole('button', { name: settings.stop }).click()
  await expect(page.getByText(settings.device_off)).toBeVisible()
  expect(await find()).toBe(false)
})
