import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { partnerAddress } from '#brand.ts'
import type { ContentSection } from '#contract/content.ts'
import { contentPages, findPage } from '#contract/pages.ts'
import { languages } from '#contract/geography.ts'
import type { Language } from '#contract/places.ts'
import { formatConstants } from '#server/features/content/constants.ts'
import { figureNames } from '#server/features/content/figures.ts'
import { PageHead, PostHead } from '#server/features/content/heads.ts'
import { namesIn, parseText } from '#server/features/content/parse.ts'
import { conditions } from '#server/features/content/queries.ts'
import { leadKinds } from '#contract/leads.ts'
import { questionsFor } from '#web/features/help/bookingQuestions.ts'

const names = globSync('content/en/**/*.md').map((path) => path.slice('content/en/'.length, -3))
const isPost = (name: string) => name.startsWith('posts/')
const textOf = (language: Language, name: string) => readFileSync(`content/${language}/${name}.md`, 'utf8')

const values = (language: Language) => ({
  ...formatConstants(language),
  'map.host': 'maps.example',
  'lookups.hosts': 'where.example',
  'reports.host': 'errors.example',
  ...Object.fromEntries(figureNames.map((name) => [name, 1])),
})
const parsed = Object.fromEntries(
  languages.map((language) => [
    language,
    new Map(names.map((name) => [name, parseText(textOf(language, name), values(language))])),
  ]),
) as Record<Language, Map<string, ReturnType<typeof parseText>>>
const headOf = (language: Language, name: string) => {
  const { head } = parsed[language].get(name)!
  return isPost(name) ? PostHead.parse(head) : PageHead.parse(head)
}

/** The structure that both languages share: section ids, blocks and items, in order. */
const structureOf = (sections: readonly ContentSection[]) =>
  sections.map(({ id, blocks }) => [
    id,
    blocks.map((block) =>
      'items' in block
        ? [block.kind, block.items.map(({ icon, to }) => [icon, to])]
        : block.kind === 'slot'
          ? [block.kind, block.name, block.options]
          : [block.kind],
    ),
  ])

const idsOf = (sections: readonly ContentSection[]) =>
  sections.flatMap(({ id, blocks }) => [
    id,
    ...blocks.flatMap((block) => ('items' in block ? block.items.map((item) => item.id) : [])),
  ])

const linksOf = (language: Language, name: string): string[] => {
  const { sections } = parsed[language].get(name)!
  const head = headOf(language, name)
  const parts = sections.flatMap(({ blocks }) => blocks)
  const html = parts.flatMap((block) =>
    'items' in block ? block.items.map((item) => item.html) : 'html' in block ? block.html : [],
  )
  return [
    ...('actions' in head ? head.actions.map(({ to }) => to) : []),
    ...parts.flatMap((block) => ('items' in block ? block.items.flatMap(({ to }) => to ?? []) : [])),
    ...html.flatMap((one) => [...one.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))),
  ]
}

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

  test.each(names)('%s has a valid head, the same structure in both languages and known placeholders', (name) => {
    for (const language of languages) {
      headOf(language, name)
      const { sections } = parsed[language].get(name)!
      const ids = idsOf(sections)
      expect(new Set(ids).size, ids.join()).toBe(ids.length)
      for (const { only } of sections) if (only !== null) expect(Object.keys(conditions)).toContain(only)
      for (const { blocks } of sections)
        for (const block of blocks)
          if (block.kind === 'slot' && block.name === 'lead') expect(leadKinds).toContain(block.options['kind'])
    }
    expect(structureOf(parsed.fr.get(name)!.sections)).toEqual(structureOf(parsed.en.get(name)!.sections))
    expect(namesIn(textOf('fr', name)).sort()).toEqual(namesIn(textOf('en', name)).sort())
  })

  test.each(names)('%s has an SVG picture and a 1200 × 630 PNG preview', (name) => {
    const pictures = languages.flatMap((language) => [
      headOf(language, name).picture,
      ...parsed[language]
        .get(name)!
        .sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'picture' ? block.name : []))),
    ])
    for (const picture of new Set(pictures)) {
      expect(existsSync(`public/pictures/${picture}.svg`), picture).toBe(true)
      const png = readFileSync(`public/pictures/${picture}.png`)
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], picture).toEqual([1200, 630])
    }
  })

  test.each(names)('%s links to existing pages and anchors', (name) => {
    for (const language of languages) {
      const broken = linksOf(language, name).filter((href) => {
        const [address = '', hash] = href.split('#')
        const path = address.split('?')[0]!
        const target = path === '' ? name : path.slice(1).replace(/^post\//, 'posts/')
        if (href.startsWith('https://')) return false
        if (path !== '' && (path.startsWith('/api/') || existsSync(`public${path}`))) return false
        if (path !== '' && findPage(path) === undefined) return true
        if (/^\/(post|marketplace)\//.test(path) && !names.includes(target)) return true
        return hash !== undefined && !idsOf(parsed[language].get(target)?.sections ?? []).includes(hash)
      })
      expect(broken, language).toEqual([])
    }
  })

  test('external links use https, go to hosts listed with their purpose and are the same in both languages', () => {
    const purposes = new Map(
      Object.entries(parse(readFileSync('content/hosts.yaml', 'utf8')) as Record<string, string>),
    )
    const outside = (language: Language) =>
      names.flatMap((name) =>
        linksOf(language, name).filter((href) => /^[a-z]+:/.test(href) && !href.startsWith('mailto:')),
      )
    // The partner site belongs to the operator of the product and is set in brand.ts.
    const hosts = outside('en').flatMap((href) => (href.startsWith(partnerAddress) ? [] : new URL(href).host))
    expect(outside('fr').toSorted()).toEqual(outside('en').toSorted())
    expect(outside('en').filter((href) => !href.startsWith('https://'))).toEqual([])
    expect(hosts.filter((host) => !purposes.has(host))).toEqual([])
    // Hosts that are no longer linked must be removed from the list.
    expect([...purposes.keys()].filter((host) => !hosts.includes(host))).toEqual([])
    expect([...purposes.values()].every((purpose) => purpose.length > 20)).toBe(true)
    // Every address written in a text must be rendered as a link.
    for (const language of languages)
      for (const name of names)
        for (const [address] of textOf(language, name).matchAll(/\bhttps?:\/\/[^\s)"'>]+/g))
          expect(linksOf(language, name), `${language}/${name}`).toContain(address)
  })

  test('titles and descriptions are unique', () => {
    for (const language of languages) {
      const heads = names.map((name) => headOf(language, name))
      expect(new Set(heads.map(({ title }) => title)).size).toBe(names.length)
      expect(new Set(heads.map(({ description }) => description)).size).toBe(names.length)
    }
  })

  test('the help page answers every question suggested for a booking status', () => {
    const ids = idsOf(parsed.en.get('help')!.sections)
    const suggested = Object.values(questionsFor).flat()
    expect(suggested.filter((id) => !ids.includes(id))).toEqual([])
    expect(
      parsed.en.get('help')!.sections.flatMap(({ blocks }) => blocks.flatMap((b) => ('items' in b ? b.items : [])))
        .length,
    ).toBeGreaterThanOrEqual(40)
  })

  test('French text has a no-break space before high punctuation', () => {
    const wrong = names.filter((name) => /\S [!?;:»](?=\s|$)|« /m.test(textOf('fr', name).replaceAll(/^:::.*$/gm, '')))
    expect(wrong).toEqual([])
  })
})
