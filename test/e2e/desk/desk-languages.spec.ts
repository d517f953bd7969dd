import { desk as en } from '#i18n/en/desk.ts'
import { first } from '#i18n/en/first.ts'
import { adminMember, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'
import { pressByKey, tabTo } from '../kit/keyboard.ts'

const base = process.env['BASE_URL']!
const { settings, reauth } = en
const key = 'shell.nav.find'
const changed = 'Spaces for you & <yours'

test.use({ drawsMaps: false, locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })

testInTurn(1, 4)('a text is changed without a mouse, and pages show it at once @desktop', async ({ page }) => {
  const body = { identifier: adminMember.email, password: adminMember.password }
  const { access_token: token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  const path = '/api/v1/admin/settings/sentences'
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
  try {
    await page.goto('/desk/settings/sentences')
    await tabTo(page, page.getByLabel(settings.sentences.search))
    await page.keyboard.type(key)
    const entry = page.getByRole('button', { name: `${key}, ${en.words.languages.en}` })
    await pressByKey(page, entry)
    const dialog = page.getByRole('dialog', { name: settings.sentences.title.replace('{{language}}', 'English') })
    await tabTo(page, dialog.getByLabel(settings.sentences.text))
    await page.keyboard.press('Control+a')
    await page.keyboard.type(changed)
    await pressByKey(page, dialog.getByRole('button', { name: en.form.save }))
    const question = page.getByRole('dialog', { name: reauth.title })
    await expect(question.or(page.getByText(settings.saved)).first()).toBeVisible()
    if (await question.isVisible()) {
      await tabTo(page, question.getByLabel(reauth.password, { exact: true }))
      await page.keyboard.type(adminMember.password)
      await page.keyboard.press('Enter')
    }
    await expect(page.getByText(settings.saved)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    // Rendered by the server and taken over by React without a difference, which the fixtures would report.
    await page.goto('/about?lang=en')
    await expect(page.getByRole('navigation', { name: first.shell.nav.main }).getByText(changed)).toBeVisible()
    await page.goto('/about?lang=fr')
    await expect(page.getByText(changed)).toHaveCount(0)
    await page.goto('/desk/settings/sentences')
    await tabTo(page, page.getByLabel(settings.sentences.only_changed))
    await page.keyboard.press('Space')
    await expect(page.getByText(settings.sentences.found_one.replace('{{count}}', '1'), { exact: true })).toBeVisible()
    await pressByKey(page, page.getByRole('button', { name: settings.put_back }).first())
    await expect(page.getByText(settings.restored)).toBeVisible()
    await page.goto('/about?lang=en')
    await expect(page.getByText(changed)).toHaveCount(0)
  } finally {
    const { version, items } = await send<{ version: number; items: object[] }>(base, 'GET', `${path}?only=changed`, {
      token,
    })
    if (items.length > 0) await send(base, 'POST', `${path}/restore`, { token, body: { field: `en.${key}`, version } })
  }
})
