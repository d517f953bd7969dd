import type { Page } from '@playwright/test'
import { countryZones } from '#contract/geography.ts'
import type { PushCampaign } from '#contract/notifications/campaigns.ts'
import { team } from '#contract/settings/company.ts'
import { hour_ms } from '#contract/time.ts'
import { wallTime } from '#contract/wall-clock.ts'
import { desk } from '#i18n/en/desk.ts'
import { startPushService } from '#test/kits/push-service.ts'
import { adminMember, buildDriver, send } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'
import { startOwnProduct } from './kit/server.ts'

const timezoneId = 'America/Toronto'
const { fields, actions } = desk.records.push_notifications
test.use({
  locale: 'en-CA',
  timezoneId,
  drawsMaps: false,
})

/** A country whose people are awake now: others get messages in the morning. */
const awake = (['CA', 'SN', 'NG'] as const).find((country) => {
  const hour = Number(wallTime(new Date(), countryZones[country]).slice(11, 13))
  return hour >= 8 && hour < 20
})

/** Opens a page as somebody who is logged in. */
async function openAs(page: Page, address: string, token: string): Promise<void> {
  await page.addInitScript((own) => localStorage.setItem('parkwell_user_token', own), token)
  await page.goto(address)
}

testInTurn(3, 4)('a message that staff schedules reaches a driver and opens its page @phone', async ({ page }) => {
  const service = await startPushService()
  const product = await startOwnProduct('campaign', { PUSH_ORIGINS: service.origin })
  try {
    const base = product.address
    const { token } = await buildDriver(base, { country_code: awake ?? 'SN', language: 'en' })
    const { key } = await send<{ key: string }>(base, 'GET', '/api/v1/push/key')
    const { endpoint, keys, received } = service.subscribe(key)
    await send(base, 'POST', '/api/v1/push/subscriptions', { token, body: { endpoint, keys } })
    const agreed = { topic: 'news', channel: 'push', is_on: true }
    await send(base, 'PUT', '/api/v1/notifications/preferences', { token, body: agreed })

    const body = { identifier: adminMember.email, password: adminMember.password }
    const admin = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
    await openAs(page, `${base}/desk/push-notifications/new`, admin.access_token)
    await page.getByLabel(fields.title).fill('Half price on Sunday')
    await page.getByLabel(fields.title_fr).fill('Moitié prix dimanche')
    await page.getByLabel(fields.text).fill('All car washes cost half.')
    await page.getByLabel(fields.text_fr).fill('Tous les lavages à moitié prix.')
    await page.getByRole('textbox', { name: new RegExp(`^${fields.link}`) }).fill('/marketplace')
    // A message for every country has the team's time, which is not the browser's.
    const past = wallTime(new Date(Date.now() - hour_ms), team.zone).slice(0, 16)
    await expect(page.getByText('West Africa Time (GMT+1)')).toBeVisible()
    await page.getByLabel(desk.lists.push_notifications.columns.send_at).fill(past)
    await page.getByRole('button', { name: desk.form.create }).click()
    await expect(page.getByRole('button', { name: actions.schedule })).toBeVisible()
    const sent = await send<{ items: PushCampaign[] }>(base, 'GET', '/api/v1/admin/push-notifications', {
      token: admin.access_token,
    })
    expect(wallTime(new Date(sent.items[0]!.send_at), team.zone).slice(0, 16)).toBe(past)
    await page.getByRole('button', { name: actions.schedule }).click()
    await expect(page.getByRole('button', { name: actions.schedule })).toBeHidden()
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const read = () =>
      send<PushCampaign>(base, 'GET', `/api/v1/admin/push-notifications/${id}`, { token: admin.access_token })
    if (awake === undefined) {
      // At night it waits for the morning.
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('sending')
      expect([(await read()).recipients, (await read()).sent, received]).toEqual([1, 0, []])
      return
    }
    await expect.poll(() => received, { timeout: 60_000 }).toHaveLength(1)
    const message = received[0]!.message as { title: string; url: string }
    expect(message.title).toBe('Half price on Sunday')

    await openAs(page, base, token)
    // What the service worker opens at a press on the notification.
    await page.goto(new URL(message.url, base).href)
    await expect(page).toHaveURL(/\/marketplace$/)
    expect(await read()).toMatchObject({ sent: 1, clicked: 1 })
  } finally {
    await product.stop()
    await service.close()
  }
})
