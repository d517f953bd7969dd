import type { Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

/** Opens the desk as an administrator, whose paper is kept instead of printed. */
async function openDesk(page: Page, path: string): Promise<string> {
  const body = { identifier: adminMember.email, password: adminMember.password }
  const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  await send(base, 'POST', '/api/v1/users/confirm-login', {
    token: access_token,
    body: { password: adminMember.password },
  })
  await page.addInitScript((token) => {
    localStorage.setItem('parkwell_user_token', token)
    window.print = () => document.body.setAttribute('data-printed', '')
  }, access_token)
  await page.goto(path)
  return access_token
}

testInTurn(3, 4)(
  'prints all rows of a filtered list, under its filters, the branch, the person and the time @desktop',
  async ({ page }) => {
    const token = await openDesk(page, '/desk/parks?country=CA&size=10&columns=park_code,name,city')
    await expect(page.getByRole('row')).toHaveCount(11)
    const { total } = await send<{ total: number }>(base, 'GET', '/api/v1/admin/parks?country=CA', { token })
    expect(total).toBeGreaterThan(10)
    await page.getByRole('button', { name: en.export, exact: true }).click()
    await page.getByRole('menuitem', { name: en.print }).click()
    await page.locator('body[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('[data-print-alone]')
    await expect(paper.getByRole('heading', { name: en.lists.parks.title })).toBeVisible()
    await expect(paper.getByRole('row')).toHaveCount(total + 1)
    const head = paper.locator('dl')
    await expect(head).toContainText('Country: ')
    await expect(head).toContainText(adminMember.email)
    await expect(head).toContainText('(America/Toronto)')
    await expect(head).toContainText(`All (${total.toLocaleString('en')} entries)`)
    // Nothing of the page beside it.
    await expect(page.locator('#main')).toBeHidden()
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(paper).toHaveCount(0)
    // The browser's own command prints the page that is shown, under the same head.
    await expect(page.locator('#main dl')).toContainText(`1 to 10 of ${total.toLocaleString('en')}`)
    const [above, table] = [await page.locator('#main dl').boundingBox(), await page.getByRole('table').boundingBox()]
    expect(above!.y).toBeLessThan(table!.y)
  },
)

testInTurn(4, 4)(
  'shows one branch in all lists until another is chosen, and prints its name @desktop',
  async ({ page }) => {
    const token = await openDesk(page, '/desk/branches')
    const { branches } = await send<{ branches: { id: string; name: string; city: string }[] }>(
      base,
      'GET',
      '/api/v1/users/profile',
      { token },
    )
    expect(branches.length).toBeGreaterThan(1)
    const branch = branches[0]!
    const label = `${branch.city} · ${branch.name}`
    const switcher = page.getByRole('combobox', { name: en.branches.label, exact: true })
    await switcher.selectOption(label)
    await expect(page).toHaveURL(new RegExp(`at_branch=${branch.id}`))
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('link', { name: en.lists.time_slots.title }).click()
    await expect(page).toHaveURL(new RegExp(`time-slots.*at_branch=${branch.id}`))
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('#main dl')).toContainText(label)
    await page.emulateMedia({ media: 'screen' })
    // The dashboard follows, and so does a reload.
    await page.goto('/desk')
    await expect(page.getByRole('combobox', { name: en.branches.label, exact: true }).first()).toHaveValue(branch.id)
    await page.goto('/desk/branches')
    await expect(page.getByRole('row')).toHaveCount(2)
    await switcher.selectOption(en.branches.all)
    await expect(page).not.toHaveURL(/at_branch/)
    await expect(page.getByRole('row')).toHaveCount(Math.min(branches.length, 25) + 1)
  },
)

testInTurn(1, 4)('is shown light or dark as chosen, on this device @desktop', async ({ page }) => {
  await openDesk(page, '/desk/branches')
  const root = page.locator('html')
  const choose = async (theme: string) => {
    await page.getByRole('banner').getByRole('button').last().click()
    await page
      .getByRole('menuitemradio', { name: theme })
      .or(page.getByRole('menuitemcheckbox', { name: theme }))
      .click()
  }
  await expect(root).not.toHaveAttribute('data-theme')
  await choose(en.themes.dark)
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await choose(en.themes.system)
  await expect(root).not.toHaveAttribute('data-theme')
})
