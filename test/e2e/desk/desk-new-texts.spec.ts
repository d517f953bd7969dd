import type { Page } from '@playwright/test'
import type { Announcement } from '#contract/content/desk/announcements.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { createTranslate } from '#i18n/translate.ts'
import { send, staffMember } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { panel, actions, done } = en.records.pages
const { columns } = en.lists.pages
const translate = createTranslate('en', { desk: en })

test.use({ drawsMaps: false, locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
let token: string
test.beforeEach(async ({ page }) => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})

const sentences = {
  English: 'How to find a lit car park, and what to look at before you leave the car.',
  French: 'Trouver un parking éclairé, et ce qu’il faut vérifier avant de quitter la voiture.',
} as const
const tags = { English: 'Rules', French: 'Règles' } as const

/** Writes what an author has to write into what a new text begins with; `mark` tells its descriptions from those of others. */
async function write(page: Page, language: keyof typeof sentences, mark: string): Promise<void> {
  const text = page.getByRole('textbox', { name: translate('desk.records.pages.panel.text', { language }) })
  const draft = await text.inputValue()
  await text.fill(
    draft
      .replace(/^description: .*$/m, `description: ${mark}, ${sentences[language]}`)
      .replace(/^lead: .*$/m, `lead: ${sentences[language]}`)
      .replace('tags: []', `tags: [${tags[language]}]`)
      .concat(`${sentences[language]}\n`),
  )
}

for (const [place, kind] of (['post', 'article'] as const).entries())
  testInTurn(place + 1, 4)(
    `a new ${kind} is begun, written in both languages, previewed, scheduled, published and withdrawn @desktop`,
    async ({ page, browser }) => {
      const mark = crypto.randomUUID().slice(0, 8)
      const title = `Parking at night ${mark}`
      await page.goto('/desk/pages/new')
      await page.getByLabel(columns.kind).selectOption(kind)
      await page.getByLabel(en.records.pages.fields.title).fill(title)
      await page.getByLabel(en.records.pages.fields.title_fr).fill(`Se garer la nuit ${mark}`)
      await page.getByRole('button', { name: en.form.create }).click()

      // What comes next is to write it.
      await expect(page).toHaveURL(/\?tab=text$/)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      for (const language of ['English', 'French'] as const) await write(page, language, mark)
      await expect(page.getByText(panel.no_mistakes)).toBeVisible()
      const preview = page.frameLocator(`iframe[title="${panel.preview}"]`)
      await expect(preview.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await page.getByRole('radio', { name: en.form.fr }).check({ force: true })
      await expect(preview.getByRole('heading', { level: 1, name: `Se garer la nuit ${mark}` })).toBeVisible()
      await page.getByRole('button', { name: panel.save }).click()
      await expect(page.getByText(panel.saved)).toBeVisible()

      await page.getByRole('button', { name: actions.schedule }).first().click()
      const dialog = page.getByRole('dialog')
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      await dialog.getByLabel(columns.publish_at).fill(`${tomorrow}T09:30`)
      await dialog.getByRole('button', { name: actions.schedule }).click()
      await expect(page.getByText(done.schedule)).toBeVisible()
      await expect(page.getByText(/^The draft will be published on .*(9:30|09:30)/)).toBeVisible()

      // It can't wait until tomorrow.
      await page.getByRole('button', { name: panel.publish, exact: true }).click()
      const opened = page.getByRole('link', { name: panel.open_page })
      await expect(opened).toBeVisible()
      const address = (await opened.getAttribute('href'))!
      const readers = await browser.newContext()
      const reader = await readers.newPage()
      expect((await reader.goto(base + address))?.status()).toBe(200)
      await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible()

      await page.getByRole('button', { name: actions.withdraw }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: actions.withdraw }).click()
      await expect(page.getByText(done.withdraw)).toBeVisible()
      await expect(page.getByText(/^Readers don’t see this text yet/)).toBeVisible()
      expect((await reader.goto(base + address))?.status()).toBe(404)
      await readers.close()
    },
  )

testInTurn(3, 4)('an announcement is begun, previewed, shown and taken down @desktop', async ({ page }) => {
  const { fields, actions: verbs, done: outcomes, places } = en.records.announcements
  const text = `The desk is closed tonight ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/desk/announcements/new')
  await page.getByLabel(fields.text).fill(text)
  await page.getByLabel(fields.text_fr).fill('Le back-office est fermé ce soir')
  await page.getByLabel(en.lists.announcements.columns.audience).selectOption('staff')
  // Only for staff of Senegal, so that it stands above no other journey.
  await page.getByLabel(fields.country_code).selectOption('SN')
  await page.getByLabel(en.lists.announcements.columns.starts_at).fill('2026-01-01T08:00')
  await page.getByRole('button', { name: en.form.create }).click()
  await expect(page.getByText(places.staff)).toBeVisible()
  await expect(page.locator('div[lang=en]').getByText(text)).toBeVisible()
  await expect(page.locator('div[lang=fr]').getByText('Le back-office est fermé ce soir')).toBeVisible()
  await page.getByRole('button', { name: verbs.activate }).click()
  await expect(page.getByText(outcomes.activate)).toBeVisible()
  const id = page.url().split('/').at(-1)!
  const read = () => send<Announcement>(base, 'GET', `/api/v1/admin/announcements/${id}`, { token })
  expect(await read()).toMatchObject({ status: 'active', audience: 'staff', country_code: 'SN' })
  await page.getByRole('button', { name: verbs.deactivate }).click()
  await expect(page.getByText(outcomes.deactivate)).toBeVisible()
  expect(await read()).toMatchObject({ status: 'inactive' })
  const { version } = await read()
  await send(base, 'DELETE', `/api/v1/admin/announcements/${id}?version=${version}`, { token })
})
