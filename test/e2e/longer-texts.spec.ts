import type { Page } from '@playwright/test'
import { web } from '#i18n/en/web.ts'
import type { Catalogue } from '#i18n/translate.ts'
import { buildPseudoSentence } from '#test/kits/languages/pseudo-language.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { reworded } from './kit/catalogue.ts'
import { findExamples } from './kit/drivers.ts'
import { expect, testInTurn } from './kit/fixtures.ts'
import { findOverflow } from './kit/overflow.ts'

/* Pages on narrow phones, in a language whose sentences are 40 % longer than in English. */

const flatten = (catalogue: Catalogue): string[] =>
  Object.values(catalogue).flatMap((value) => (typeof value === 'string' ? [value] : flatten(value)))

/** Sentences without values, by which texts of a page are found. */
const longer = Object.fromEntries(
  flatten(reworded(web, 'en-CA') as Catalogue)
    .filter((sentence) => !/\{\{|<\w/.test(sentence))
    .map((sentence) => [sentence, buildPseudoSentence(sentence)]),
)

/** Writes the sentences of a page in the longer language, in place. Returns how many. */
const lengthen = (page: Page): Promise<number> =>
  page.evaluate((texts) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let count = 0
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent!.trim()
      if (!Object.hasOwn(texts, text)) continue
      node.textContent = node.textContent!.replace(text, texts[text]!)
      count += 1
    }
    return count
  }, longer)

testInTurn(1, 4)('pages hold texts that are 40 % longer on narrow phones @phone', async ({ page, baseURL }) => {
  const { park, event } = await findExamples(baseURL!)
  const paths = [
    '/',
    '/search?lat=43.6532&lng=-79.3832&place=Toronto',
    park,
    park.replace('/park/', '/booking/'),
    event,
    '/parks-list?country=CA',
    '/marketplace',
    '/marketplace/full-wash',
    '/cart',
    '/auth',
    '/register',
    '/forgot-password',
    '/guest',
    '/help',
    '/events?country=CA',
    '/get-started',
  ]
  await page.context().addCookies([{ name: 'country', value: 'CA', url: baseURL! }])
  await page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  )
  for (const path of inTurn(paths, 4)()) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await lengthen(page), path).toBeGreaterThan(3)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await findOverflow(page), `${path} at ${width} px`).toEqual([])
    }
  }
})
