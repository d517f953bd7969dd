import type { DeskPage } from '#contract/content/desk/pages.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { page_mistakes } from '#i18n/en/site/page_mistakes.ts'
import { createTranslate } from '#i18n/translate.ts'
import { expectAccessibleInLight, expectAccessibleScreen } from '../kit/axe.ts'
import { send, staffMember } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { panel, actions, tabs, states } = en.records.pages
const translate = createTranslate('en', { desk: en, page_mistakes })
/** The page that the journey edits, and leaves as it was, since others read it too. */
const published = 'media-coverage'
const path = `/api/v1/admin/pages/${published}`

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })
let token: string
test.beforeEach(async ({ page }) => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})
test.afterEach(async () => {
  for (const action of ['discard', 'revert']) {
    const { version, actions: open } = await send<DeskPage>(base, 'GET', path, { token })
    if (open.includes(action)) await send(base, 'POST', `${path}/${action}`, { token, body: { version } })
  }
})

testInTurn(4, 4)(
  'a text goes from the list to readers in both languages, and back to the file @desktop',
  async ({ page, browser }) => {
    await page.goto('/desk/pages?search=press')
    await page.getByRole('rowheader').getByRole('link', { name: 'Press kit' }).click()
    await expect(page.getByText(states.file, { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: tabs.text }).click()
    const english = page.getByRole('textbox', {
      name: translate('desk.records.pages.panel.text', { language: 'English' }),
    })
    const french = page.getByRole('textbox', {
      name: translate('desk.records.pages.panel.text', { language: 'French' }),
    })
    const preview = page.frameLocator(`iframe[title="${panel.preview}"]`)
    await expect(preview.getByRole('heading', { level: 1, name: 'Press kit' })).toBeVisible()

    // A mistake is saved with Ctrl+S, named with its line, and not published.
    const [en_text, fr_text] = [await english.inputValue(), await french.inputValue()]
    const title = `Pressroom ${crypto.randomUUID().slice(0, 6)}`
    const renamed = en_text.replace(/^headline: .*$/m, `headline: ${title}`)
    await english.fill(renamed.replace(/^description: .*$/m, 'description: Short'))
    await page.keyboard.press('Control+s')
    await expect(page.getByText(panel.saved)).toBeVisible()
    const message = translate('page_mistakes.field_short', { field: 'description', length: 5, least: 50 })
    await page
      .getByRole('button', { name: translate('desk.records.pages.panel.mistake', { line: 4, message }) })
      .click()
    await expect(english).toBeFocused()
    const selected = await english.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    )
    expect(selected).toBe('description: Short')
    await page.getByRole('button', { name: panel.publish, exact: true }).click()
    await expect(page.getByText('The text still has mistakes (1). Correct them, then publish it.')).toBeVisible()
    await expectAccessibleInLight(page, 'an editor with a mistake')

    // Somebody else saves it meanwhile.
    await english.fill(renamed)
    const { version, text_en, text_fr } = await send<DeskPage>(base, 'GET', path, { token })
    await send(base, 'PATCH', path, { token, body: { version, text_en: `${text_en}\nTheirs.\n`, text_fr } })
    await page.getByRole('button', { name: panel.save }).click()
    await expect(page.getByText(panel.changed_text)).toBeVisible()
    await expectAccessibleScreen(page, 'an editor whose page somebody else changed')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: en.form.keep_mine }).click()

    // What is typed is not lost by a link.
    await page.getByRole('tab', { name: tabs.versions }).click()
    await page.getByRole('button', { name: en.form.stay }).click()
    await expect(preview.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await french.fill(fr_text.replace(/^headline: .*$/m, `headline: ${title} FR`))
    await expect(page.getByText(panel.no_mistakes)).toBeVisible()
    await page.getByRole('button', { name: panel.publish_unsaved }).click()
    await expect(page.getByText(panel.published)).toBeVisible()

    // Readers see it, with and without scripts.
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled })
      const reader = await context.newPage()
      await reader.goto(`${base}/${published}?lang=en`)
      await expect(reader.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await reader.goto(`${base}/${published}?lang=fr`)
      await expect(reader.getByRole('heading', { level: 1, name: `${title} FR` })).toBeVisible()
      await context.close()
    }

    // The version is kept, and the file comes back.
    await page.getByRole('tab', { name: tabs.versions }).click()
    await page
      .getByRole('button', { name: /^Version \d+$/ })
      .first()
      .click()
    await expect(page.getByRole('textbox').first()).toHaveValue(new RegExp(title))
    await expectAccessibleInLight(page, 'an earlier version')
    await page.getByRole('button', { name: actions.revert }).click()
    await page.getByRole('dialog').getByRole('button', { name: actions.revert }).click()
    await expect(page.getByText(states.file, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: panel.restore }).click()
    await expect(english).toHaveValue(new RegExp(title))
    await page.goto(`/${published}?lang=en`)
    await expect(page.getByRole('heading', { level: 1, name: 'Press kit' })).toBeVisible()
  },
)
