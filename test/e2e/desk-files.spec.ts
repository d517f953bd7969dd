import type { Page } from '@playwright/test'
import { findExamples } from './drivers.ts'
import { expect, test } from './fixtures.ts'

/** What the desk's own files say, whatever they are called: their sentences and their calls. */
const ofDesk = /\/api\/v1\/admin|desk\.lists\./

/** The script files that a page loads, with what stands in them. */
async function filesOf(page: Page, path: string): Promise<{ url: string; text: string }[]> {
  const files: Promise<{ url: string; text: string }>[] = []
  page.on('response', (response) => {
    const url = response.url()
    if (/\/assets\/.*\.js$/.test(url)) files.push(response.text().then((text) => ({ url, text })))
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
