import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { guard as w } from '#i18n/en/guard.ts'
import { chromiumFlags, findChromium, plainDrawing } from '../../../scripts/chromium.ts'
import {
  book,
  fromNow,
  parksToBook,
  send,
  staffMember,
  buildDriver,
  type Choice,
  type E2eDriver,
} from '../kit/drivers.ts'
import { buildCodeFilm } from '../kit/fake-camera.ts'
import { collectErrors, expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!

interface Pass {
  booking_code: string
  text: string
}

/** A car park and, for each plate, the text of a pass that is valid now. */
async function bookNow(driver: E2eDriver, plates: string[]): Promise<{ park: Choice; passes: Pass[] }> {
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 }, fromNow())
  const passes = []
  for (const plate of plates) passes.push(await bookPass(driver, { ...park!, plate }))
  return { park: park!, passes }
}

async function bookPass(driver: E2eDriver, choice: Parameters<typeof book>[2]): Promise<Pass> {
  const { booking_code } = await book(base, driver, choice)
  const { pass } = await send<{ pass: { payload: string } }>(base, 'GET', `/api/v1/bookings/${booking_code}`, driver)
  return { booking_code, text: pass.payload }
}

/** Opens the browser of a phone, as it was left, before a camera that shows a code. */
const openBrowser = (profile: string, film: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [
      ...chromiumFlags,
      ...plainDrawing,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
    baseURL: base,
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
  })

/** Not every build of Chromium asks before it uses the camera of a test; where it doesn't, the camera turns itself on. */
const askForCamera = async (context: BrowserContext, page: Page) => {
  const session = await context.newCDPSession(page)
  await session.send('Browser.setPermission', { permission: { name: 'camera' }, setting: 'prompt', origin: base })
}

/** Sets the phone's clock ten minutes ahead. */
const setClockAhead = (context: BrowserContext) =>
  context.addInitScript(() => {
    const RealDate = Date
    const ahead_ms = 600_000
    globalThis.Date = class extends RealDate {
      constructor(...given: [] | [number]) {
        super(...((given.length === 0 ? [RealDate.now() + ahead_ms] : given) as [number]))
      }
      static override now() {
        return RealDate.now() + ahead_ms
      }
    } as DateConstructor
  })

/** Fails the next write of a scan, as a full disk does. */
const failNextScan = (page: Page) =>
  page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name !== 'scans') return put.apply(this, given)
      IDBObjectStore.prototype.put = put
      throw new DOMException('full', 'QuotaExceededError')
    }
  })

/** As browsers do by themselves: the connection that the page has is of no use any more. */
const closeDatabase = (page: Page) =>
  page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...given) {
      IDBDatabase.prototype.transaction = transaction
      this.close()
      return transaction.apply(this, given)
    }
  })

const readStored = (page: Page) =>
  page.evaluate(async () => {
    const [database] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('guard-'))
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(database!.name!)
      request.addEventListener('success', () => resolve(request.result))
    })
    const read = (store: string) =>
      new Promise<unknown[]>((resolve) => {
        const request = opened.transaction(store).objectStore(store).getAll()
        request.addEventListener('success', () => resolve(request.result as unknown[]))
      })
    const [facts, scans] = [await read('facts'), await read('scans')]
    const keys = facts.filter((fact) => fact instanceof CryptoKey)
    return {
      count: facts.length + scans.length,
      text: JSON.stringify([...facts, ...scans]),
      exportable: keys.filter(({ extractable }) => extractable).length,
      keys: keys.length,
    }
  })

testInTurn(1, 3)('checks passes at the gate, with and without a network', { tag: '@phone' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-guard-'))
  const [profile, film] = [join(folder, 'profile'), join(folder, 'camera.y4m')]
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })
  const person = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const { park, passes } = await bookNow(driver, ['BKTR 482', 'CDEF 123'])
  const [first, second] = passes.map(({ text }) => text) as [string, string]
  const body = { identifier: staffMember.email, password: staffMember.password }
  const { access_token: token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
  const guards = `/api/v1/admin/parks/${park.id}/guards`
  await send(base, 'POST', guards, { token, body: { email: person.email } })
  buildCodeFilm(film, first)

  const errors: string[] = []
  const open = async () => {
    const context = await openBrowser(profile, film)
    await setClockAhead(context)
    const page = context.pages()[0]!
    await askForCamera(context, page)
    errors.push(...collectErrors(page))
    return { context, page }
  }
  const verdict = (page: Page) => page.getByRole('dialog')
  const type = async (page: Page, text: string) => {
    await page.getByLabel(w.search.label).fill(text)
    await page.getByRole('button', { name: w.search.submit }).click()
  }
  const refuse = async (page: Page, text: string, reason: string) => {
    await type(page, text)
    await expect(verdict(page)).toContainText(reason)
    await expect(verdict(page).getByRole('heading')).toHaveText(w.verdicts.red)
    await verdict(page).getByRole('button', { name: w.decide.next }).click()
    // A mistake can be corrected.
    await expect(page.getByLabel(w.search.label)).toHaveValue(text)
  }

  const started = await open()
  await test.step('sets up the phone', async () => {
    const { page } = started
    await page.goto('/guard')
    await page.evaluate((value) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
      localStorage.setItem('parkwell_user_token', value)
    }, person.token)
    await page.goto('/guard')
    await page.getByLabel(w.setup.name).fill('North gate')
    await page.getByRole('button', { name: w.setup.submit }).click()
    await page.getByRole('listitem').getByRole('button').click()
    // The phone's clock is ten minutes ahead.
    await expect(page.getByText(w.status.list_now)).toBeVisible()
  })

  await test.step('lets in the car whose pass the camera reads, once', async () => {
    const { page } = started
    await page.getByRole('button', { name: w.camera.start }).click()
    await expect(verdict(page).getByRole('heading')).toHaveText(w.verdicts.green)
    await expect(verdict(page)).toContainText('BKTR 482')
    await expect(verdict(page)).toContainText(w.evidence.signature_valid)
    await expect(verdict(page)).toContainText(w.evidence.new_here)
    await verdict(page).getByRole('button', { name: w.decide.in }).click()
    await expect(page.getByText(w.log.applied)).toBeVisible()
    await page.getByRole('button', { name: w.camera.stop }).click()
    await refuse(page, first, w.reasons.used)
  })

  await test.step('refuses what is forged and what is not booked', async () => {
    const { page } = started
    const forged = `${first.slice(0, -6)}${first.at(-6) === '0' ? '1' : '0'}${first.slice(-5)}`
    await refuse(page, forged, w.reasons.invalid)
    await refuse(page, '22222222', w.reasons.unknown)
    await expect(page.getByText(w.log.applied)).toHaveCount(4)
  })

  await test.step('says that a scan could not be kept, and keeps it once it can', async () => {
    const { page } = started
    await failNextScan(page)
    await refuse(page, '33333333', w.reasons.unknown)
    await expect(verdict(page).getByRole('alert')).toHaveText(w.decide.failed)
    await closeDatabase(page)
    await verdict(page).getByRole('button', { name: w.decide.next }).click()
    // All scans are sent before the browser is closed: none of them waits when it is opened again.
    await expect(page.getByText(w.log.applied)).toHaveCount(5)
    await expect(verdict(page)).toHaveCount(0)
  })

  await test.step('keeps everything encrypted, with keys that cannot be read', async () => {
    const { page } = started
    const stored = await readStored(page)
    expect(stored).toMatchObject({ exportable: 0, keys: 3 })
    for (const personal of ['BKTR', 'CDEF', first]) expect(stored.text).not.toContain(personal)
    await expect
      .poll(() => page.evaluate(() => caches.match('/kept.json').then((mark) => mark?.json())))
      .toMatchObject({
        parts: ['guard'],
      })
    await started.context.close()
  })

  const { page, context } = await open()
  await test.step('opens cold without a network, decides, and sends later', async () => {
    await context.setOffline(true)
    // Another door lets the car in meanwhile.
    await send(base, 'POST', '/api/v1/guard/check-in', { token, body: { booking_code: passes[1]!.booking_code } })
    await page.goto('/guard')
    await expect(page.getByText(w.status.offline)).toBeVisible()
    await type(page, 'cdef')
    await expect(verdict(page).getByRole('heading')).toHaveText(w.verdicts.green)
    await verdict(page).getByRole('button', { name: w.decide.in }).click()
    await expect(page.getByText(w.log.waiting)).toBeVisible()
    await refuse(page, second, w.reasons.used)
    await context.setOffline(false)
    await expect(page.getByText(w.log.waiting)).toHaveCount(0)
    await expect(page.getByText(w.log.already)).toBeVisible()
    await expect(page.getByText(w.status.online)).toBeVisible()
  })

  await test.step('shows at once that the network is gone, long before the list is read again', async () => {
    await context.setOffline(true)
    await expect(page.getByText(w.status.offline)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(w.status.online)).toBeVisible()
  })

  await test.step('deletes everything once the phone is blocked', async () => {
    interface Guards {
      items: { user_id: string; email: string; devices: { id: string }[] }[]
    }
    const { items } = await send<Guards>(base, 'GET', guards, { token })
    const { user_id, devices } = items.find(({ email }) => email === person.email)!
    await send(base, 'POST', `${guards}/${user_id}/devices/${devices[0]!.id}/revoke`, { token })
    await page.reload()
    await expect(page.getByText(w.blocked)).toBeVisible()
    expect((await readStored(page)).count).toBe(0)
  })
  expect(errors).toEqual([])
  await context.close()
  rmSync(folder, { recursive: true, force: true })
})
