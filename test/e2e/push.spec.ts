import { wordsOf } from './kit/catalogue.ts'
import { buildDriver, send } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

const base = process.env['BASE_URL']!
const words = wordsOf.en
const { settings } = words.account.notifications

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', permissions: ['notifications'], serviceWorkers: 'allow' })

testInTurn(3, 4)('a device is switched on for notifications, and off again @phone', async ({ page }) => {
  const { token } = await buildDriver(base, { country_code: 'CA', language: 'en' })
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
    // Without a window, the browser answers that it is granted and says that it is denied.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
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
    send<{ is_on: boolean }>(base, 'POST', '/api/v1/push/subscriptions/find', { token, body }).then(
      (value) => value.is_on,
    )
  await expect.poll(find).toBe(true)

  await page.reload()
  await page.getByText(settings.title).click()
  await page.getByRole('button', { name: settings.stop }).click()
  await expect(page.getByText(settings.device_off)).toBeVisible()
  await expect.poll(find).toBe(false)
})
