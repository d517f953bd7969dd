/*
 * One visit of `bench/lighthouse.ts`, within the package that npx fetched: `npx --package lighthouse@… node
 * bench/lighthouse-visit.ts URL FILE OPTIONS`. The visitor chose Canada before; for a first visitor the country picker
 * covers the page. The command line of Lighthouse cannot store that.
 */
import { realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface VisitOptions {
  chromium: string
  flags: readonly string[]
  categories: readonly string[]
  skipAudits: readonly string[]
}

/** What is used of the fetched packages, which are no dependency of this project. */
type Lighthouse = (url: string, flags: object, config: undefined, page: unknown) => Promise<{ lhr: unknown }>
interface Puppeteer {
  launch(options: object): Promise<{
    newPage(): Promise<{ evaluateOnNewDocument(script: () => void): Promise<unknown> }>
    setCookie(cookie: object): Promise<unknown>
    close(): Promise<void>
  }>
}

const [url = '', file = '', options = '{}'] = process.argv.slice(2)
const { chromium, flags, categories, skipAudits } = JSON.parse(options) as VisitOptions
const fetched = process.env['PATH']!.split(delimiter).find((folder) => folder.includes('_npx'))!
const packages = createRequire(realpathSync(join(fetched, 'lighthouse')))
const load = async (name: string) =>
  ((await import(pathToFileURL(packages.resolve(name)).href)) as { default: unknown }).default

const lighthouse = (await load('lighthouse')) as Lighthouse
const puppeteer = (await load('puppeteer-core')) as Puppeteer
const browser = await puppeteer.launch({ executablePath: chromium, args: flags, headless: true })
try {
  const page = await browser.newPage()
  // As the choice of a country stores it: in both places.
  const { hostname: domain } = new URL(url)
  await browser.setCookie({ name: 'country', value: 'CA', domain, path: '/', secure: false })
  await page.evaluateOnNewDocument(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  )
  const { lhr } = await lighthouse(url, { onlyCategories: categories, skipAudits, logLevel: 'error' }, undefined, page)
  writeFileSync(file, JSON.stringify(lhr))
} finally {
  await browser.close()
}
