/**
 * Draws the items of the marketplace, `public/pictures/item-NAME.svg`, and the illustrations of content pages: `public/pictures/NAME.svg`, and `NAME.png` (1200 × 630, with the logo) for link
 * previews. Run `npm run pictures [-- NAME ...]` after a change in `scripts/pictures/`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { settings } from '#contract/settings/settings.ts'
import { chromiumFlags, findChromium } from './chromium.ts'
import { items } from './pictures/items.ts'
import { backdrop, mark, scenes } from './pictures/scenes.ts'

const selectedNames = process.argv.slice(2)
const folder = 'public/pictures'
const open =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" fill="none" stroke-linecap="round" stroke-linejoin="round">'
const font = readFileSync('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2').toString(
  'base64',
)

mkdirSync(folder, { recursive: true })
for (const [name, item] of Object.entries(items))
  writeFileSync(`${folder}/item-${name}.svg`, `${open.replace('1200 630', '240 240')}${item}</svg>\n`)
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
for (const [name, scene] of Object.entries(scenes)) {
  if (selectedNames.length > 0 && !selectedNames.includes(name)) continue
  writeFileSync(`${folder}/${name}.svg`, `${open}${scene}</svg>\n`)
  // Leaves room for the logo in the corner of the preview.
  const drawing = `<g transform="translate(90 6) scale(.85)">${scene}</g>`
  await page.setContent(
    `<style>@font-face{font-family:'Inter Variable';src:url(data:font/woff2;base64,${font});font-weight:100 900}body{margin:0}svg{display:block}</style>${open}${backdrop}${drawing}${mark(settings().company.name)}</svg>`,
  )
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `${folder}/${name}.png` })
}
await browser.close()
