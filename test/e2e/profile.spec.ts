import { mailDueReminders } from '#server/features/vehicles/reminders.ts'
import { newDriver, send } from './drivers.ts'
import { expect, test } from './environment.ts'
import { wordsOf } from './catalogue.ts'

const w = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
const utcInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test(
  'unsubscribes from reminders without a login, resubscribes, and rejects an incomplete link',
  { tag: '@desktop' },
  async ({ page, environment: product }) => {
    const base = product.address
    // Tomorrow at 17:00 UTC, after eight in the morning in all four countries.
    const tomorrow = utcInDays(1)
    await product.moveTo(new Date(`${tomorrow}T17:00:00Z`))
    try {
      const driver = await newDriver(base, { country_code: 'CA', language: 'en' })
      const papers = [{ kind: 'insurance', expires_on: utcInDays(31) }]
      await send(base, 'POST', '/api/v1/user/vehicles/', { token: driver.token, body: { plate: 'BKTR 482', papers } })
      expect(await mailDueReminders(product.deps)).toBe(1)
      const [mail] = await send<{ subject: string; text: string }[]>(
        base,
        'GET',
        `/dev/mail.json?to=${encodeURIComponent(driver.email)}`,
      )
      expect(mail!.subject).toBe('BKTR 482: Insurance expires in 30 days')
      const link = /http\S+\/unsubscribe\/\w+/.exec(mail!.text)![0]
      const getMailSettings = () => send(base, 'GET', '/api/v1/users/mails', { token: driver.token })

      await page.addInitScript(() =>
        localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
      )
      await page.goto(link)
      await expect(page.getByRole('heading', { name: w.profile.unsubscribe.done })).toBeVisible()
      expect(await getMailSettings()).toEqual({ reminders: false })
      await page.getByRole('button', { name: w.profile.unsubscribe.resubscribe }).click()
      await expect(page.getByRole('heading', { name: w.profile.unsubscribe.resubscribed })).toBeVisible()
      expect(await getMailSettings()).toEqual({ reminders: true })
      await page.goto(link.slice(0, -3))
      await expect(page.getByRole('heading', { name: w.profile.unsubscribe.unknown })).toBeVisible()
      expect(await getMailSettings()).toEqual({ reminders: true })
    } finally {
      await product.moveTo(undefined)
    }
  },
)
