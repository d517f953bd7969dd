import { brotliCompressSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { findExamples, send, staffMember } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

/** What the desk's own files say, whatever they are called: their sentences and their calls. */
const ofDesk = /\/api\/v1\/admin|desk\.lists\./

/** The script files that a page loads until it is complete, or until it sends a request, with what stands in them. */
async function filesOf(page: Page, path: string, request?: RegExp): Promise<{ url: string; text: string }[]> {
  const urls = new Set<string>()
  let isComplete = false
  const recordRequest = (sent: Request) => {
    isComplete ||= request?.test(sent.url()) === true
    if (!isComplete && /\/assets\/.*\.js$/.test(sent.url())) urls.add(sent.url())
  }
  page.on('request', recordRequest)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  page.off('request', recordRequest)
  // Read anew: the body of a response is gone once the page is.
  return Promise.all([...urls].map(async (url) => ({ url, text: await (await page.request.get(url)).text() })))
}

const sizeOf = (files: { text: string }[]) => files.reduce((sum, { text }) => sum + brotliCompressSync(text).length, 0)

/** What a page adds once it answers to clicks, and the reader may scroll. */
const later = /\/assets\/(LateParts|LowerSections)-/

for (const language of ['en', 'fr'])
  test(
    `the home page answers to clicks after at most 130 kB of code (${language})`,
    { tag: '@phone' },
    async ({ page }) => {
      const files = await filesOf(page, `/?lang=${language}`, later)
      expect(files.length).toBeGreaterThan(0)
      expect(sizeOf(files)).toBeLessThan(130_000)
    },
  )

testInTurn(1, 4)('no page of customers loads anything of the desk @desktop', async ({ page, baseURL }) => {
  const examples = await findExamples(baseURL!)
  for (const path of ['/', '/search?lat=43.6532&lng=-79.3832&place=Toronto', examples.park, '/auth', '/wallet']) {
    const files = await filesOf(page, path)
    expect(files.length, path).toBeGreaterThan(0)
    expect(files.filter(({ text }) => ofDesk.test(text)).map(({ url }) => `${path}: ${url}`)).toEqual([])
  }
})

test('a list of the desk asks for its rows after at most 196 kB of code', { tag: '@desktop' }, async ({ page }) => {
  const { access_token } = await send<{ access_token: string }>(
    process.env['BASE_URL']!,
    'POST',
    '/api/v1/auth/login',
    {
      body: { identifier: staffMember.email, password: staffMember.password },
    },
  )
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
  const files = await filesOf(page, '/desk/parks', /\/admin\/parks(\?|$)/)
  await expect(page.getByRole('table')).toBeVisible()
  expect(sizeOf(files)).toBeLessThan(196_000)
})
