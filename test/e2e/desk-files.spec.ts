import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { adminMember, findExamples, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'

/** What the desk's own files say, whatever they are called: their sentences and their calls. */
const ofDesk = /\/api\/v1\/admin|desk\.lists\./

/** The script files that a page loads, with their sizes in brotli. */
async function filesOf(page: Page, path: string): Promise<{ url: string; size: number; text: string }[]> {
  const files: Promise<{ url: string; size: number; text: string }>[] = []
  page.on('response', (response) => {
    if (!/\/assets\/.*\.js$/.test(response.url())) return
    // Browsers ask for brotli over TLS alone.
    const read = async () => {
      const text = await response.text()
      return { url: response.url(), size: brotliCompressSync(text).length, text }
    }
    files.push(read())
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  page.removeAllListeners('response')
  return Promise.all(files)
}

test('no page of customers loads anything of the desk', { tag: '@desktop' }, async ({ page, baseURL }) => {
  const examples = await findExamples(baseURL!)
  for (const path of ['/', '/search?lat=43.6532&lng=-79.3832&place=Toronto', examples.park, '/auth', '/wallet']) {
    const files = await filesOf(page, path)
    expect(files.length, path).toBeGreaterThan(0)
    expect(files.filter(({ text }) => ofDesk.test(text)).map(({ url }) => `${path}: ${url}`)).toEqual([])
  }
})

test(
  'the desk begins with at most 220 kB of scripts, charts excepted',
  { tag: '@desktop' },
  async ({ page, baseURL }) => {
    const body = { identifier: adminMember.email, password: adminMember.password }
    const { access_token } = await send<{ access_token: string }>(baseURL!, 'POST', '/api/v1/auth/login', { body })
    await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
    const files = await filesOf(page, '/desk/parks')
    await expect(page.getByRole('table')).toBeVisible()
    expect(files.some(({ text }) => ofDesk.test(text))).toBe(true)
    const sum = files.reduce((all, { size }) => all + size, 0)
    console.info(
      files
        .toSorted((a, b) => b.size - a.size)
        .slice(0, 24)
        .map(({ url, size, text }) => `${size} ${text.length} ${url.split('/').pop()}`)
        .join('\n'),
    )
    console.info(
      files
        .toSorted((a, b) => b.size - a.size)
        .slice(0, 24)
        .map(({ url, size, text }) => `${size} ${text.length} ${url.split('/').pop()}`)
        .join('\n'),
    )
    console.info(`desk: ${Math.round(sum / 1_000)} kB in ${files.length} files`)
    expect(sum).toBeLessThan(220_000)
  },
)
