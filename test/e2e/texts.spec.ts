import { wordsOf } from './kit/catalogue.ts'
import { bookNow, buildDriver, codeFor, readTexts } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

const base = process.env['BASE_URL']!
const words = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', drawsMaps: false })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  ),
)

/** The digits of a number in Toronto that no other test has, after its area code. */
const newDigits = () => String(Math.floor(Math.random() * 7_000_000) + 2_000_000)
/** The code of the newest message to a number, once it has been sent. */
async function codeOn(number: string): Promise<string> {
  const read = async () => /^\d{6}/.exec((await readTexts(base, number))[0] ?? '')?.[0]
  await expect.poll(read).toBeDefined()
  return (await read())!
}

testInTurn(1, 4)('a guest logs in with a mobile number and an email address @phone', async ({ page }) => {
  const { auth } = words
  const digits = newDigits()
  const email = `driver-${crypto.randomUUID()}@example.com`
  await page.goto('/guest?next=%2Fhelp')
  await page.getByRole('button', { name: auth.email_login.by_number }).click()
  await page.getByRole('textbox', { name: auth.number_login.phone }).fill(`647 ${digits}`)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: auth.number_login.send }).click()
  const code = page.getByRole('textbox', { name: auth.code })
  await code.fill(await codeOn(`+1647${digits}`))
  await page.getByRole('textbox', { name: auth.email }).fill(email)
  await page.getByRole('button', { name: auth.email_login.send }).click()
  await code.waitFor()
  await code.fill(await codeFor(base, email))
  await expect(page).toHaveURL(/\/help$/)
  expect(await page.evaluate(() => localStorage.getItem('profile'))).toContain(`+1647${digits}`)
})

testInTurn(2, 4)('a driver who has chosen it gets a text message about a booking @phone', async ({ page }) => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), driver.token)
  const { settings } = words.account.notifications
  const digits = newDigits()
  await page.goto('/notifications')
  await page.getByText(settings.title).click()
  await page.getByRole('textbox', { name: settings.texts.phone }).fill(`647 ${digits}`)
  await page.getByRole('button', { name: settings.texts.send }).click()
  const code = page.getByRole('textbox', { name: words.auth.code })
  await code.waitFor()
  await code.fill(await codeOn(`+1647${digits}`))
  await page.getByRole('checkbox', { name: settings.texts.topics.bookings }).check()
  await expect(page.getByRole('button', { name: settings.texts.stop })).toBeVisible()
  const { booking_code } = await bookNow(base, driver)
  await expect.poll(() => readTexts(base, `+1647${digits}`)).toContainEqual(expect.stringContaining(booking_code))
})
