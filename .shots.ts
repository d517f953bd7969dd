import { chromium } from '@playwright/test'
import { adminMember, newDriver, parksToBook, send, staffMember } from './test/e2e/drivers.ts'
const base = 'http://127.0.0.1:3110'
const out = '/tmp/h1-data/shots'
const login = async (m: { email: string; password: string }) =>
  (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body: { identifier: m.email, password: m.password } })).access_token
const admin = await login(adminMember)
const args = process.argv.slice(2)
if (args[0] === 'make') {
  const driver = await newDriver(base, { country_code: 'CA', language: 'en', top_up: 100 })
  const [park] = await parksToBook(base, { lat: 43.65, lng: -79.38 } as never)
  const b = await send<{ id: string; booking_code: string }>(base, 'POST', '/api/v1/bookings', { token: driver.token, body: { park_id: park!.id, start_time: park!.start_time, end_time: park!.end_time, plate: 'ABC 123' } })
  console.log(JSON.stringify({ driver, b }))
} else {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'] })
  const token = args[0] === 'staff' ? await login(staffMember) : admin
  for (const spec of args.slice(1)) {
    const [path, name, width = '1440', lang = 'en', theme = 'light', click] = spec.split('|')
    const context = await browser.newContext({ viewport: { width: Number(width), height: width === '390' ? 844 : 900 }, colorScheme: theme as 'light', locale: lang === 'fr' ? 'fr-CA' : 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
    await context.addCookies([{ name: 'parkwell_language', value: lang!, url: base }])
    const page = await context.newPage()
    page.on('console', (m) => m.type() === 'error' && console.log('console', name, m.text()))
    page.on('pageerror', (e) => console.log('pageerror', name, e.message))
    await page.addInitScript((t) => localStorage.setItem('parkwell_user_token', t), token)
    await page.goto(base + path)
    await page.waitForLoadState('networkidle')
    if (click) { await page.getByRole('button', { name: click }).first().click(); await page.waitForTimeout(500) }
    await page.screenshot({ path: `${out}/${name}.png`, fullPage: true })
    await context.close()
  }
  await browser.close()
}
