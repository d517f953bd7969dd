import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Page } from '@playwright/test'
import { packPass, toPassText } from '#contract/bookings/pass-text.ts'
import type { ListedBooking } from '#contract/gate/guard-lists.ts'
import { hour_ms } from '#contract/time.ts'
import { guard as en } from '#i18n/en/guard.ts'
import { guard as fr } from '#i18n/fr/guard.ts'
import { pattern, reworded } from '../kit/catalogue.ts'
import { send, staffMember } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const park_code = 'PKTEST2'
const wordsOf = { en: reworded(en, 'en-CA'), fr: reworded(fr, 'fr-CA') }

test.use({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, reducedMotion: 'reduce' })

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const forger = generateKeyPairSync('ed25519')
const { x } = publicKey.export({ format: 'jwk' }) as { x: string }
const kid = createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex').slice(0, 8)
const key = { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', accepted_until: null, signed_pw1: false }

// Noon in Toronto in winter: what is said of a time depends on whether it is on the same day there.
const started = Date.parse(`${new Date().toISOString().slice(0, 10)}T17:00:00Z`)
const at = (hours: number) => new Date(Math.floor(started / 1_000) * 1_000 + hours * hour_ms)

function passOf(
  booking_code: string,
  changed: { park_code?: string; generation?: number } = {},
  signer = privateKey,
): string {
  const packed = packPass({
    key_id: kid,
    booking_code,
    generation: 1,
    park_code,
    vehicle_type_id: 1,
    plate: 'BKTR 482',
    start_time: at(-1),
    end_time: at(72),
    ...changed,
  })
  return toPassText(packed, sign(null, packed, signer))
}

const booking = (booking_code: string, changed: Partial<ListedBooking> = {}): ListedBooking => ({
  booking_code,
  generation: 1,
  plate: 'BKTR 482',
  vehicle_type_id: 1,
  start_time: at(-1).toISOString(),
  end_time: at(72).toISOString(),
  status: 'active',
  ...changed,
})
/** Each state of a booking that a verdict tells apart, by a code of its own. */
const listed = [
  booking('VAJD2222'),
  booking('CHANGED2', { generation: 2 }),
  booking('EARRY222', { start_time: at(5).toISOString() }),
  booking('ENDED222', { start_time: at(-4).toISOString(), end_time: at(-2).toISOString() }),
  booking('CANCED22', { status: 'cancelled' }),
  booking('PENDNG22', { status: 'pending' }),
  booking('NSADE222', { status: 'checked_in' }),
  booking('GQNE2222', { status: 'completed' }),
  booking('STAYED22', { start_time: at(-4).toISOString(), end_time: at(-2).toISOString(), status: 'overstayed' }),
]

type Verdict = keyof typeof en.verdicts
type Case = [verdict: Verdict, reason: keyof typeof en.reasons, code: string]

const withoutList: Case[] = [
  ['amber', 'unverified', passOf('NEWER222')],
  ['red', 'unknown', '22222222'],
]
const atEntrance: Case[] = [
  ['green', 'ok_in', passOf('VAJD2222')],
  ['green', 'ok_in', 'VAJD2222'],
  ['red', 'invalid', passOf('VAJD2222', {}, forger.privateKey)],
  ['red', 'revoked', passOf('CHANGED2')],
  ['red', 'other_park', passOf('VAJD2222', { park_code: 'PKQTHER' })],
  ['red', 'early', 'EARRY222'],
  ['red', 'expired', 'ENDED222'],
  ['red', 'cancelled', 'CANCED22'],
  ['red', 'unpaid', 'PENDNG22'],
  ['red', 'used', 'NSADE222'],
  ['red', 'left', 'GQNE2222'],
  ['amber', 'unknown_signed', passOf('NEWER222')],
]
const atExit: Case[] = [
  ['green', 'ok_out', 'NSADE222'],
  ['amber', 'not_in', 'VAJD2222'],
  ['amber', 'expired', 'STAYED22'],
  ['amber', 'cancelled', 'CANCED22'],
  ['amber', 'left', 'GQNE2222'],
  ['amber', 'revoked', passOf('CHANGED2')],
  ['amber', 'unpaid', 'PENDNG22'],
]

/** The least contrast of a text in the dialog, as it is drawn once its colours no longer change. */
const measureContrast = (page: Page): Promise<number> =>
  page.getByRole('dialog').evaluate(async (dialog) => {
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(dialog.getAnimations({ subtree: true }).map(({ finished }) => finished))
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    const drawn = new Map<string, number[]>()
    const toRgba = (colour: string): number[] => {
      const known = drawn.get(colour)
      if (known !== undefined) return known
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      const rgba = [...context.getImageData(0, 0, 1, 1).data]
      drawn.set(colour, rgba)
      return rgba
    }
    const luminance = (colour: string): number => {
      const [red, green, blue] = toRgba(colour)
        .slice(0, 3)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as [
        number,
        number,
        number,
      ]
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const groundOf = (element: Element | null): string => {
      for (let first = element; first !== null; first = first.parentElement) {
        const { backgroundColor } = getComputedStyle(first)
        if (toRgba(backgroundColor)[3] === 255) return backgroundColor
      }
      return 'white'
    }
    const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT)
    const contrasts: number[] = []
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      if (parentElement === null || textContent?.trim() === '') continue
      const [first, other] = [luminance(getComputedStyle(parentElement).color), luminance(groundOf(parentElement))]
      contrasts.push((Math.max(first, other) + 0.05) / (Math.min(first, other) + 0.05))
    }
    return Math.min(...contrasts)
  })

for (const language of ['en', 'fr'] as const)
  test.describe(() => {
    test.use({ locale: `${language}-CA`, timezoneId: 'America/Toronto' })

    testInTurn(1, 4)(
      `each verdict can be read at arm’s length in both themes: ${language} @phone`,
      async ({ page }) => {
        const w = wordsOf[language]
        const body = { identifier: staffMember.email, password: staffMember.password }
        const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
        await page.addInitScript(
          ([token, chosen]) => {
            localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
            localStorage.setItem('parkwell_user_token', token!)
            localStorage.setItem('language', chosen!)
          },
          [access_token, language],
        )
        let isCut = true
        await page.route('**/api/v1/passes/keys', (route) => route.fulfill({ json: { keys: [key] } }))
        await page.route('**/api/v1/guard/parks/*/list*', (route) => {
          if (isCut) return route.abort('internetdisconnected')
          const park = { park_code, name: 'Quai Nord', timezone: 'America/Toronto' }
          const answer = { park, at: at(0).toISOString(), complete: true, items: listed, cursor: '1-1' }
          return route.fulfill({ json: answer })
        })
        await page.clock.install({ time: started })

        const direct = (name: string) => page.getByRole('radio', { name, exact: true }).click({ force: true })
        // Each dialog is opened in the theme in which the one before was left, and changes to the other.
        let [colorScheme, other]: ('light' | 'dark')[] = ['light', 'dark']
        await page.emulateMedia({ colorScheme })
        /** Checks codes one after the other; nothing is admitted, so that none changes what is said of the next. */
        const check = async (cases: readonly Case[], refuse: string) => {
          for (const [verdict, reason, code] of cases) {
            await page.getByLabel(w.search.label).fill(code)
            await page.getByRole('button', { name: w.search.submit, exact: true }).click()
            const dialog = page.getByRole('dialog')
            await expect(dialog, reason).toContainText(pattern(w.reasons[reason]))
            await expect(dialog.getByRole('heading')).toHaveText(w.verdicts[verdict])
            expect(await measureContrast(page), `${verdict} ${reason}, ${colorScheme}`).toBeGreaterThanOrEqual(7)
            ;[colorScheme, other] = [other, colorScheme]
            await page.emulateMedia({ colorScheme })
            expect(await measureContrast(page), `${verdict} ${reason}, ${colorScheme}`).toBeGreaterThanOrEqual(7)
            const next = dialog.getByRole('button', { name: verdict === 'red' ? w.decide.next : refuse })
            await expect(next).toBeInViewport({ ratio: 1 })
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
            await next.click()
            await expect(dialog).toHaveCount(0)
          }
        }

        await page.goto('/guard')
        await page.getByLabel(w.setup.name).fill('North gate')
        await page.getByRole('button', { name: w.setup.submit }).click()
        await page.getByLabel(w.parks.code).fill(park_code)
        await page.getByRole('button', { name: w.parks.open }).click()
        await expect(page.getByText(w.status.offline)).toBeVisible()
        await check(withoutList, w.decide.refuse_in)

        isCut = false
        await page.evaluate(() => window.dispatchEvent(new Event('online')))
        await expect(page.getByText(w.status.list_now)).toBeVisible()
        await check(atEntrance, w.decide.refuse_in)
        await direct(w.direction.out)
        await check(atExit, w.decide.refuse_out)
        await direct(w.direction.in)

        isCut = true
        await page.clock.fastForward('02:30:00')
        await check([['amber', 'old_list', 'VAJD2222']], w.decide.refuse_in)
        await page.clock.fastForward('25:00:00')
        await expect(page.getByText(w.status.no_list)).toBeVisible()
        await check([['amber', 'no_list', passOf('NEWER222')]], w.decide.refuse_in)
      },
    )
  })
