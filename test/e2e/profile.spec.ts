import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { listVehicles } from '#contract/vehicles.ts'
import { mailDueReminders } from '#server/features/vehicles/reminders.ts'
import { newDriver, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { test as environmentTest } from './environment.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en
const here = { locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' } as const
test.use(here)
environmentTest.use(here)

const preparePage = (page: Page, token?: string) =>
  page.addInitScript((kept) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    if (kept !== undefined) localStorage.setItem('parkwell_user_token', kept)
  }, token)
const utcInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** In the browser's time zone, where the day may differ from ours. */
const inDays = (page: Page, days: number) =>
  page.evaluate((ahead) => {
    const day = new Date()
    day.setDate(day.getDate() + ahead)
    return day.toLocaleDateString('sv')
  }, days)
const listSavedVehicles = async (base: string, token: string) =>
  (
    await send<{ items: { plate: string; is_default: boolean; papers: object[] }[] }>(base, 'GET', listVehicles.path, {
      token,
    })
  ).items

test('adds, edits and removes vehicles and sets the default', { tag: '@phone' }, async ({ page, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
  await preparePage(page, driver.token)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: w.vehicles.none })).toBeVisible()
  await page.getByRole('button', { name: w.vehicles.add }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: w.vehicles.save })

  await save.click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await dialog.getByRole('alert').getByRole('button').click()
  const plate = dialog.getByLabel(w.vehicles.plate, { exact: false }).first()
  await expect(plate).toBeFocused()
  await plate.fill('bktr 482')
  await dialog.getByLabel(w.vehicles.make, { exact: true }).fill('Kia')
  await dialog.getByLabel(w.vehicles.height_cm).fill('20')
  await dialog.getByLabel(w.vehicles.papers.insurance).fill(await inDays(page, 12))
  await save.click()
  await expect(dialog.getByText(w.errors.fields.too_small).last()).toBeVisible()
  expect(await listSavedVehicles(baseURL!, driver.token)).toEqual([])
  const { violations } = await new AxeBuilder({ page })
    .include('[role=dialog]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  await dialog.getByLabel(w.vehicles.height_cm).fill('146')
  await save.click()
  await expect(dialog).toBeHidden()
  const kia = page.getByRole('listitem').filter({ hasText: 'BKTR 482' })
  await expect(kia).toContainText('1.46')
  await expect(kia).toContainText('expires in 12 days')

  await page.getByRole('button', { name: w.vehicles.add }).click()
  await dialog.getByLabel(w.vehicles.plate, { exact: false }).first().fill('7KJR482')
  await dialog.getByLabel(w.vehicles.country_code).selectOption('US')
  await save.click()
  await expect(dialog).toBeHidden()
  const guest = page.getByRole('listitem').filter({ hasText: '7KJR482' })
  await guest.getByRole('button', { name: pattern(w.vehicles.make_default) }).click()
  await expect(guest.getByText(w.vehicles.default, { exact: true }).locator('visible=true')).toBeVisible()
  await expect
    .poll(async () => (await listSavedVehicles(baseURL!, driver.token)).map((one) => one.plate))
    .toEqual(['7KJR482', 'BKTR 482'])

  await page.getByRole('button', { name: 'Edit Kia' }).click()
  await dialog.getByLabel(w.vehicles.papers.insurance).fill('')
  await dialog.getByLabel(w.vehicles.nickname).fill('<b>Old</b>')
  await save.click()
  await expect(page.getByText('<b>Old</b>', { exact: true })).toBeVisible()
  expect((await listSavedVehicles(baseURL!, driver.token))[1]!.papers).toEqual([])

  const remove = () => page.getByRole('button', { name: 'Remove 7KJR482' }).click()
  await remove()
  await expect(page.getByRole('dialog', { name: 'Remove 7KJR482?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('7KJR482', { exact: true })).toBeVisible()
  await remove()
  await page.getByRole('dialog').getByRole('button', { name: w.vehicles.remove }).click()
  await expect(page.getByText('7KJR482', { exact: true })).toHaveCount(0)
  await expect.poll(async () => (await listSavedVehicles(baseURL!, driver.token)).length).toBe(1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Edit <b>Old</b>' })).toBeVisible()
  await expect
    .poll(() => listSavedVehicles(baseURL!, driver.token))
    .toMatchObject([{ plate: 'BKTR 482', is_default: true }])
  expect(await page.evaluate(() => localStorage.getItem('vehicles'))).toContain('BKTR 482')
})

test(
  'warns before the country is changed and saves the mail settings',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
    await preparePage(page, driver.token)
    await page.goto('/profile')
    const country = page.getByLabel(w.profile.country, { exact: true })
    await country.selectOption('SN')
    const warning = page.getByRole('status').filter({ hasText: 'You’re switching to Senegal' })
    await expect(warning).toContainText('West African CFA')
    await country.selectOption('CA')
    await expect(warning).toHaveCount(0)

    const box = page.getByRole('checkbox', { name: w.profile.reminders })
    await expect(box).toBeChecked()
    await box.press('Space')
    await expect(page.getByText(w.profile.mails_saved)).toBeVisible()
    await page.reload()
    await expect(box).not.toBeChecked()
  },
)

environmentTest(
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

      await preparePage(page)
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
