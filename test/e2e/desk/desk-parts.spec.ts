import type { Page } from '@playwright/test'
import { common } from '#i18n/en/common.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!

test.use({ locale: 'en-CA' })

/** Opens a list as an administrator, and returns the code that was fetched until its rows were shown. */
async function openList(page: Page, path: string): Promise<Set<string>> {
  const fetched = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.add(new URL(request.url()).pathname)
  })
  await page.goto(path)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  return new Set(fetched)
}

testInTurn(2, 3)(
  'keeps a list whose later parts cannot be fetched, and opens them once they can @desktop',
  async ({ page }) => {
    const body = { identifier: adminMember.email, password: adminMember.password }
    const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
    await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
    const path = '/desk/parks?country=CA'
    // What the list itself consists of; all else is blocked.
    const own = await openList(page, path)
    const blocked = new Set<string>()
    const isLater = (url: URL) => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js')
    await page.route(
      (url) => isLater(url) && !own.has(url.pathname),
      async (route) => {
        blocked.add(new URL(route.request().url()).pathname.replace(/^\/assets\/|-[\w-]{8}\.js$/g, ''))
        await route.abort('internetdisconnected')
      },
    )
    await openList(page, path)
    const table = page.getByRole('table')
    const dialog = page.getByRole('dialog')
    const menu = page.getByRole('menu')
    const failure = page.getByText(common.network_error)
    const openings = [
      [() => page.getByRole('button', { name: en.filter.add }).click(), dialog],
      [() => page.getByRole('button', { name: en.columns, exact: true }).click(), menu],
      [() => page.getByRole('button', { name: en.views.title }).click(), menu],
      [() => page.keyboard.press('Shift+?'), dialog],
      [() => page.keyboard.press('Control+k'), dialog],
    ] as const
    for (const [open, opened] of openings) {
      await open()
      await expect(failure.first()).toBeVisible()
      await expect(opened).toHaveCount(0)
      await expect(table).toBeVisible()
    }
    await page.getByRole('button', { name: en.map.show, exact: true }).click()
    await expect(table).toBeVisible()
    expect([...blocked].toSorted()).toEqual(expect.arrayContaining(['Menu', 'Palette', 'ShortcutList']))
    // The network is back.
    await page.unrouteAll()
    for (const [open, opened] of openings) {
      await open()
      await expect(opened.first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(opened).toHaveCount(0)
    }
    await expect(table).toBeVisible()
  },
)
