import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, send } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'
import { signInStaff } from '../shop/orders.ts'

const base = process.env['BASE_URL']!
const { pos } = en

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce', serviceWorkers: 'allow' })

interface Branches {
  items: { id: string; name: string; slug: string; currency: string }[]
}

/** A register of its own at an example branch, and its name. */
async function buildRegister(token: string): Promise<string> {
  const { items } = await send<Branches>(base, 'GET', '/api/v1/admin/branches?size=100', { token })
  const name = `Counter ${crypto.randomUUID().slice(0, 8)}`
  const body = { branch_id: items[0]!.id, name, takes_terminal: true, receipt_width: '80' }
  await send(base, 'POST', '/api/v1/admin/registers', { token, body })
  return name
}

testInTurn(1, 2)(
  'ten items and cash take at most 25 touches without a page load, and the counter sells on without a network @desktop',
  async ({ page, context }) => {
    test.slow()
    const token = await signInStaff(base)
    const register = await buildRegister(token)
    await page.addInitScript((session) => localStorage.setItem('parkwell_user_token', session), token)
    await page.goto('/desk/pos')
    await page.getByText(register, { exact: true }).click()
    await page.getByRole('button', { name: /^Open with/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(register) })).toBeVisible()
    const items = page.getByRole('region', { name: pos.items }).or(page.locator('main')).first()
    await page.getByRole('button', { name: 'Accessories' }).click()
    let loads = 0
    page.on('framenavigated', (frame) => frame === page.mainFrame() && (loads += 1))
    let touches = 0
    const press = async (name: RegExp) => {
      touches += 1
      await items.getByRole('button', { name }).first().click()
    }
    const names = [/^Screen wash/, /^Phone holder/, /^Sun shade/, /^First aid kit/, /^Warning triangle/]
    for (const name of [...names, ...names]) await press(name)
    touches += 1
    await page.getByRole('button', { name: /^Take / }).click()
    const dialog = page.getByRole('dialog')
    touches += 1
    await dialog.getByRole('button', { name: /\d/ }).last().click()
    touches += 1
    await dialog.getByRole('button', { name: pos.payment.submit }).click()
    await expect(page.getByText(/^Change: |^No change/)).toBeVisible()
    expect([touches <= 25, loads]).toEqual([true, 0])

    await expect
      .poll(() => page.evaluate(() => caches.match('/kept.json').then((mark) => mark?.json())), { timeout: 30_000 })
      .toMatchObject({ parts: ['counter'] })
    await context.setOffline(true)
    await expect(page.getByText(pos.offline.mode)).toBeVisible()
    await press(/^Sun shade/)
    await page.getByRole('button', { name: /^Take / }).click()
    await dialog.getByRole('button', { name: pos.payment.submit }).click()
    await expect(page.getByText(pos.offline.sold)).toBeVisible()
    await expect(page.getByText(/^Sales waiting to be sent: 1/)).toBeVisible()
    // The browser is closed and opened again during the outage: the counter goes on where it was.
    await page.getByRole('button', { name: pos.done.next }).click()
    await press(/^Phone holder/)
    await expect(page.getByRole('button', { name: /^Take / })).toBeEnabled()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(register) })).toBeVisible()
    await expect(page.getByText(pos.offline.mode)).toBeVisible()
    await expect(page.getByText(/^Sales waiting to be sent: 1/)).toBeVisible()
    // What was being rung up is voided, with its reason, and something else is sold.
    await page.getByRole('button', { name: pos.clear }).click()
    await dialog.getByRole('button', { name: pos.events.reasons.changed_mind }).click()
    await expect(page.getByText(pos.offline.voided.replace('{{count}}', '1'))).toBeVisible()
    await press(/^First aid kit/)
    await page.getByRole('button', { name: /^Take / }).click()
    await dialog.getByRole('button', { name: pos.payment.submit }).click()
    await expect(page.getByText(/^Sales waiting to be sent: 2/)).toBeVisible()
    await page.getByRole('button', { name: pos.close.open }).click()
    await expect(dialog.getByText(pos.offline.close_first.replace('{{count}}', '3'))).toBeVisible()
    await expect(dialog.getByRole('button', { name: pos.close.submit })).toBeDisabled()
    await dialog.getByRole('button', { name: en.close, exact: true }).click()

    await context.setOffline(false)
    await expect(page.getByText(/^Sales waiting to be sent/)).toBeHidden({ timeout: 40_000 })
    await expect(page.getByText(/^Voided lines waiting/)).toBeHidden()
    await expect(page.getByText(pos.offline.mode)).toBeHidden()
    const { items: shifts } = await send<{ items: { id: string }[] }>(
      base,
      'GET',
      `/api/v1/admin/shifts?register=${encodeURIComponent(register)}`,
      { token },
    )
    const readEntries = async () =>
      (
        await send<{ items: { kind: string; detail: string | null; reason: string | null }[] }>(
          base,
          'GET',
          `/api/v1/admin/shift-entries?shift=${shifts[0]!.id}`,
          { token },
        )
      ).items
    // Each of them once: one sale with the network and two without, and the voided line.
    await expect
      .poll(async () => (await readEntries()).map(({ kind }) => kind).toSorted())
      .toEqual(['sale', 'sale', 'sale', 'voided'])
    expect((await readEntries()).find(({ kind }) => kind === 'voided')).toMatchObject({
      detail: expect.stringContaining('1 × Phone holder') as unknown,
      reason: pos.events.reasons.changed_mind,
    })

    // Whoever has unlocked the counter with the password has no PIN, and is locked out all the same.
    await page.clock.install()
    await send(base, 'POST', '/api/v1/counter/lock', { token })
    await page.reload()
    const { operators } = await send<{ operators: { id: string; name: string }[] }>(base, 'GET', '/api/v1/counter', {
      token,
    })
    const { id } = await send<{ id: string }>(base, 'GET', '/api/v1/users/profile', { token })
    await page.getByRole('button', { name: operators.find((operator) => operator.id === id)!.name }).click()
    await page.getByLabel(pos.lock.password).fill(adminMember.password)
    await page.getByRole('button', { name: pos.lock.unlock }).click()
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(register) })).toBeVisible()
    await page.clock.fastForward('04:00')
    await expect(page.getByRole('heading', { name: pos.lock.who })).toBeVisible()
    // Locked, it stays so without a network, and says what to do.
    await context.setOffline(true)
    await expect(page.getByText(pos.lock.offline_text)).toBeVisible()
    await expect(page.getByRole('button', { name: pos.lock.log_out })).toBeHidden()
    await context.setOffline(false)
    await expect(page.getByText(pos.lock.offline_text)).toBeHidden()
  },
)

testInTurn(2, 4)(
  'parking is booked for a plate and paid in cash, its receipt has the pass, and its refund leaves the drawer @phone',
  async ({ page }) => {
    test.slow()
    const register = await buildRegister(await signInStaff(base))
    // Whoever sells has one register at a time.
    const { access_token: token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/demo/desk', {
      body: { role: 'admin', language: 'en' },
    })
    await page.addInitScript((session) => localStorage.setItem('parkwell_user_token', session), token)
    await page.goto('/desk/pos')
    await page.getByText(register, { exact: true }).click()
    await page.getByRole('button', { name: /^Open with/ }).click()
    const dialog = page.getByRole('dialog')
    const { parking } = pos
    await page.getByRole('button', { name: parking.open }).click()
    const plate = `PK${Math.random().toString(36).slice(2, 7).toUpperCase()}`
    const fillIn = async () => {
      await dialog.getByLabel(/^Plate/).fill(plate)
      await dialog.getByRole('button', { name: /^Take / }).click()
    }
    const pay = () => dialog.last().getByRole('button', { name: pos.payment.submit }).click()
    await fillIn()
    await pay()
    await expect(dialog.getByText(/^Change: |^No change/)).toBeVisible()
    const receipt = page.waitForEvent('popup')
    await dialog.getByRole('link', { name: pos.done.receipt }).click()
    const paper = await receipt
    await expect(paper.getByRole('img', { name: parking.pass })).toBeVisible()
    const code = /[A-Z0-9]{8}$/.exec(await paper.title().then((title) => title.split(' · ')[0]!.trim()))?.[0]
    await paper.close()
    // The same plate once more: what is asked stands above the button that was pressed.
    await dialog.getByRole('button', { name: parking.next }).click()
    await fillIn()
    await pay()
    await expect(dialog.last().getByRole('button', { name: parking.book_again })).toBeInViewport()
    await dialog.last().getByRole('button', { name: en.close, exact: true }).click()
    await dialog.getByRole('radio', { name: parking.tabs.find }).or(dialog.getByText(parking.tabs.find)).first().click()
    await dialog.getByLabel(parking.search).fill(code!)
    await dialog.getByRole('button', { name: pos.customer.find, exact: true }).click()
    await dialog.getByRole('button', { name: /out of the drawer$/ }).click()
    await expect(page.getByText(/^Give the customer .* from the drawer/).first()).toBeVisible()
  },
)
