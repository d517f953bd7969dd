import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { languages } from '#contract/geography.ts'
import { contentPages } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { partnerAddress } from '#contract/settings/company.ts'
import { checkTexts, linksOf } from '#server/features/content/check-texts.ts'
import { listAllTextNames, readFileTexts } from '#server/features/content/files.ts'
import { createSurroundings, readHosts } from '#server/features/content/surroundings.ts'

const names = listAllTextNames()
const isPost = (name: string) => name.startsWith('posts/')
const textOf = (language: Language, name: string) => readFileSync(`content/${language}/${name}.md`, 'utf8')
const surroundings = createSurroundings(readFileTexts())
const read = (language: Language, name: string) => surroundings.find(language, name)!

describe('content files', () => {
  test('every content page has a file in each language, and every file is a page', () => {
    const pages = names.filter((name) => !name.includes('/'))
    expect(pages.sort()).toEqual([...contentPages].sort())
    expect(
      globSync('content/fr/**/*.md')
        .map((path) => path.slice('content/fr/'.length, -3))
        .sort(),
    ).toEqual([...names].sort())
    expect(names.filter(isPost).length).toBeGreaterThanOrEqual(10)
  })

  test.each(names)('%s has nothing wrong with it', (name) => {
    expect(checkTexts(name, { en: textOf('en', name), fr: textOf('fr', name) }, surroundings)).toEqual([])
  })

  test.each(names)('%s has previews of 1200 × 630', (name) => {
    for (const language of languages) {
      const { checked, outline } = read(language, name)
      for (const picture of [checked!.picture, ...outline.pictures.map(({ text }) => text)]) {
        const png = readFileSync(`public/pictures/${picture}.png`)
        expect([png.readUInt32BE(16), png.readUInt32BE(20)], picture).toEqual([1200, 630])
      }
    }
  })

  test('each external host is listed with its purpose, and none that is no longer linked', () => {
    const hosts = names
      .flatMap((name) => linksOf(read('en', name)).map(({ text }) => text))
      .filter((href) => href.startsWith('https://') && !href.startsWith(partnerAddress()))
      .map((href) => new URL(href).host)
    expect([...new Set(hosts)].sort()).toEqual(Object.keys(readHosts()).sort())
    expect(Object.values(readHosts()).every((purpose) => purpose.length > 20)).toBe(true)
  })

  test('the help page has at least 40 questions', () => {
    const items = read('en', 'help').sections.flatMap(({ blocks }) =>
      blocks.flatMap((b) => ('items' in b ? b.items : [])),
    )
    expect(items.length).toBeGreaterThanOrEqual(40)
  })
})
