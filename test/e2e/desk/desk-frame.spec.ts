import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, send, staffMember } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { form, lists } = en

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })

const logIn = async () => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  return (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
}

/** A coupon of its own for a journey. */
async function createCoupon(token: string): Promise<{ id: string; code: string; version: number }> {
  const terms = { discount_type: 'percentage', discount: 10, currency: null, limit_per_user: 2 }
  const amounts = { minimum_order_amount: null, maximum_discount: null }
  const days = { start_date: '2026-01-01T00:00:00Z', end_date: '2030-01-01T00:00:00Z' }
  const code = `FRAME-${crypto.randomUUID().slice(0, 6).toUpperCase()}`
  return send(base, 'POST', '/api/v1/admin/coupons', { token, body: { code, ...terms, ...amounts, ...days } })
}

test('two people save one record: the second sees what the first changed, and keeps their own @desktop', async ({
  page,
}) => {
  const token = await logIn()
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
  const coupon = await createCoupon(token)
  await page.goto(`/desk/coupons/${coupon.id}?edit`)
  const limit = page.getByRole('textbox', { name: lists.coupons.columns.limit_per_user })
  await limit.fill('9')
  // Somebody else saves first.
  const {
    discount_type,
    discount,
    currency,
    minimum_order_amount,
    maximum_discount,
    limit_per_user,
    start_date,
    end_date,
    version,
  } = await send<Record<string, unknown>>(base, 'GET', `/api/v1/admin/coupons/${coupon.id}`, { token })
  const theirs = {
    discount_type,
    currency,
    minimum_order_amount,
    maximum_discount,
    limit_per_user,
    start_date,
    end_date,
  }
  const body = { ...theirs, discount: Number(discount) + 5, version }
  await send(base, 'PATCH', `/api/v1/admin/coupons/${coupon.id}`, { token, body })
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/changed this meanwhile \(/)).toBeVisible()
  await expect(page.getByRole('deletion')).toHaveText('10')
  await expect(page.getByRole('insertion')).toHaveText('15')
  await page.getByRole('button', { name: form.keep_mine }).click()
  await expect(limit).toHaveValue('9')
  await page.getByRole('button', { name: form.save }).click()
  await expect(page.getByRole('heading', { name: coupon.code, level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: form.save })).toHaveCount(0)
  const saved = await send(base, 'GET', `/api/v1/admin/coupons/${coupon.id}`, { token })
  expect(saved).toMatchObject({ discount: 15, limit_per_user: 9 })
})

test('asks before what was typed is lost, however one leaves @desktop', async ({ page }) => {
  const token = await logIn()
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
  const coupon = await createCoupon(token)
  await page.goto(`/desk/coupons/${coupon.id}`)
  await page.getByRole('button', { name: en.record.edit }).click()
  const limit = page.getByRole('textbox', { name: lists.coupons.columns.limit_per_user })
  await limit.fill('7')
  const exits = {
    link: () => page.getByRole('link', { name: lists.coupons.title }).first().click(),
    cancel: () => page.getByRole('button', { name: form.cancel }).click(),
    key: () => page.keyboard.press('Escape'),
    back: () => page.evaluate(() => window.history.back()),
    palette: async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(lists.bookings.title)
      await page.getByRole('option', { name: lists.bookings.title }).waitFor()
      await page.keyboard.press('Enter')
    },
  }
  for (const [name, leave] of Object.entries(exits)) {
    await leave()
    await expect(page.getByRole('dialog', { name: form.unsaved }), name).toBeVisible()
    await page.getByRole('button', { name: form.stay }).click()
    await expect(limit, name).toHaveValue('7')
  }
  await exits.palette()
  await page.getByRole('button', { name: form.leave }).click()
  await expect(page).toHaveURL(/\/desk\/bookings$/)
})

test('opens the demo’s desk as a role, saves a view and opens it again', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/desk')
  await page.getByRole('button', { name: en.words.roles.administrator, exact: true }).click()
  await expect(page.getByRole('heading', { name: en.dashboard.title })).toBeVisible()
  await page.goto('/desk/parks?sort=-capacity&size=25')
  await expect(page.getByRole('row')).toHaveCount(26)
  await page.getByRole('button', { name: en.views.title }).click()
  await page.getByRole('menuitem', { name: en.views.save }).click()
  const name = `Largest ${crypto.randomUUID().slice(0, 6)}`
  await page.getByRole('textbox', { name: en.views.name }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: form.save }).click()
  await expect(page.getByText(en.views.saved)).toBeVisible()
  await page.goto('/desk/parks')
  await page.getByRole('button', { name: en.views.title }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page).toHaveURL(/sort=-capacity&size=25$/)
})

test('changes one’s own name in the desk', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/desk')
  await page.getByRole('button', { name: en.words.roles.employee, exact: true }).click()
  await expect(page.getByRole('heading', { name: en.dashboard.title })).toBeVisible()
  await page.goto('/desk/profile/edit')
  await page.getByRole('textbox', { name: en.profile.last_name }).fill('Okafor')
  await page.getByRole('button', { name: form.save }).click()
  await expect(page).toHaveURL(/\/desk\/profile$/)
  await expect(page.getByText(/Okafor/).first()).toBeVisible()
  await page.goto('/desk/profile/password')
  await expect(page.getByRole('heading', { name: en.profile.password })).toBeVisible()
})

test('an employee cannot make themselves an administrator @desktop', async ({ browser }) => {
  const signIn = { identifier: adminMember.email, password: adminMember.password }
  const { access_token: adminToken } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
    body: signIn,
  })
  const roles = await send<{ items: { id: string; key: string | null; name: string }[] }>(
    base,
    'GET',
    '/api/v1/admin/roles?size=100',
    { token: adminToken },
  )
  const role_id = roles.items.find(({ name }) => name === en.words.roles.administrator)!.id
  for (const role of ['employee', 'branch_manager'] as const) {
    const { access_token: bearer, user } = await send<{ access_token: string; user: { id: string } }>(
      base,
      'POST',
      '/api/v1/demo/desk',
      { body: { role } },
    )
    const context = await browser.newContext({ locale: 'en-US', baseURL: base })
    const page = await context.newPage()
    await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), bearer)
    for (const screen of ['administrators', 'roles', `roles/${role_id}`]) {
      await page.goto(`/desk/${screen}`)
      await expect(page.getByRole('heading', { name: en.denied })).toBeVisible()
    }
    await page.goto(`/desk/people/${user.id}`)
    await expect(page.getByText(en.access.person.own)).toBeVisible()
    await expect(page.getByRole('button', { name: form.save })).toHaveCount(0)
    // The call that the screen does not offer is refused as well.
    const status = await page.evaluate(
      async ([id, token, assigned]) => {
        const answer = await fetch(`/api/v1/admin/people/${id}/roles`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ assignments: [{ role_id: assigned, scope: 'everywhere', place_id: null }] }),
        })
        return answer.status
      },
      [user.id, bearer, role_id] as const,
    )
    expect([role, status]).toEqual([role, 403])
    await page.goto('/desk/administrators')
    await expect(page.getByRole('heading', { name: en.denied })).toBeVisible()
    await context.close()
  }
})

test('a failure of the server shows its request, and one can try again', { tag: '@desktop' }, async ({ page }) => {
  const token = await logIn()
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
  const problem = {
    type: 'urn:parkwell:error:internal',
    status: 500,
    code: 'internal',
    request_id: 'req-42',
    message: '',
  }
  await page.route('**/api/v1/admin/coupons*', (route) => route.fulfill({ status: 500, json: problem }))
  await page.goto('/desk/coupons')
  await expect(page.getByRole('heading', { name: 'Something Wrong.' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('req-42')).toBeVisible()
  await page.unroute('**/api/v1/admin/coupons*')
  await page.getByRole('button', { name: en.try_again }).click()
  await expect(page.getByRole('table')).toBeVisible()
})
