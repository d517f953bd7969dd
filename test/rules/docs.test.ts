import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { features } from '#server/features.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'content/README.md',
  ...globSync('bench/*.md'),
  ...globSync('docs/**/*.md'),
  ...globSync('data/**/README.md'),
].map((file) => ({ file, text: read(file) }))

/** The anchors of a page's headings, as code hosts make them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

const withoutBlocks = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '')

describe('the README', () => {
  const { text } = pages[0]!

  test('has 60 to 80 lines', () => {
    const lines = text.trimEnd().split('\n').length
    expect(lines).toBeGreaterThanOrEqual(60)
    expect(lines).toBeLessThanOrEqual(80)
  })

  test('shows two small pictures', () => {
    const pictures = [...text.matchAll(/<img src="([^"]+)"[^>]* alt="[^"]{20,}"/g)].map(([, file]) => file!)
    expect(pictures).toHaveLength(2)
    for (const file of pictures) expect(statSync(file).size).toBeLessThan(150_000)
    expect(globSync('docs/pictures/*').sort()).toEqual(pictures.toSorted())
  })
})

describe('all pages', () => {
  test('every link leads to a file or a heading', () => {
    const broken = pages.flatMap(({ file, text }) =>
      [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
        .map(([, link, attribute]) => (link ?? attribute)!)
        .filter((link) => !/^(https?|mailto):/.test(link))
        .filter((link) => {
          const [path = '', anchor] = link.split('#')
          const target = path === '' ? file : join(dirname(file), path)
          if (!existsSync(target)) return true
          return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
        })
        .map((link) => `${file}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('every path and file of the project that is named exists', () => {
    const files = globSync('{*,{build,src,docs,test,scripts,bench,content,data}/**/*}', {
      exclude: ['**/node_modules/**'],
    })
    const ends = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))
    const missing = pages.flatMap(({ file, text }) =>
      [
        ...withoutBlocks(text).matchAll(
          /`((?:build|src|docs|test|scripts|bench|content|data)\/[\w./-]+|[\w./-]+\.(?:tsx?|sql))`/g,
        ),
      ]
        .map(([, path]) => path!)
        .filter((path) => !path.includes('NAME') && !path.startsWith('.') && !existsSync(path) && !ends(path))
        .map((path) => `${file}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('every command exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const unknown = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/npm run (?:-s )?([a-z][a-z0-9:]*(?:-[a-z0-9]+)*)/g)]
        .map(([, name]) => name!)
        .filter((name) => scripts[name] === undefined)
        .map((name) => `${file}: ${name}`),
    )
    expect(unknown).toEqual([])
  })
})

test('the names that answer the five questions of the architecture exist', () => {
  const text = read('ARCHITECTURE.md')
  const section = text.slice(text.indexOf('## Five questions'), text.indexOf('## Habits'))
  const names = [...section.matchAll(/\(([^()]*`[^()]*)\)/g)].flatMap(([, words]) =>
    [...words!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  )
  const code = globSync('src/**/*.{ts,tsx}')
    .map((file) => read(file))
    .join('\n')
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !new RegExp(`(?:function|const|class) ${name}\\b`).test(code))).toEqual([])
})

test('the architecture lists the features of the server in the order of their register', () => {
  const text = read('ARCHITECTURE.md')
  const section = text.slice(text.indexOf('## Features of the server'), text.indexOf('## Import rules'))
  const named = [...section.matchAll(/^\| ([a-z-]+) \|/gm)].map(([, name]) => name!)
  expect(named.filter((name) => name !== 'feature' && name !== '---')).toEqual(features.map(({ name }) => name))
})

describe('decisions', () => {
  const index = read('docs/decisions/README.md')
  const lines = [...index.matchAll(/^\| (\d+) \| \[([^\]]+)\]\(([^)]+)\) \| (.+) \|$/gm)].map(
    ([, number, title, file, state]) => ({ number, title, file, state }),
  )
  const files = globSync('00*.md', { cwd: 'docs/decisions' }).toSorted()

  test('the index has a line for each, with its number and title', () => {
    expect(lines.map(({ file }) => file).toSorted()).toEqual(files)
    for (const { number, title, file } of lines) {
      expect(Number(file!.slice(0, 4))).toBe(Number(number))
      expect(read(`docs/decisions/${file}`).split('\n')[0]).toBe(`# ${title}`)
    }
  })

  test('each is in force, or names the decision that replaced it', () => {
    for (const { state } of lines) expect(state).toMatch(/^(in force\b|replaced by \d+)/)
  })

  test('each number that the project names exists', () => {
    const numbers = new Set(lines.map(({ number }) => Number(number)))
    const sources = globSync('{src,test,scripts,bench,docs,content}/**/*.{ts,tsx,md,sql}', {
      exclude: ['**/node_modules/**'],
    })
    const unknown = [...sources, 'ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((file) =>
      [...read(file).matchAll(/\bdecisions? (\d+)\b/g)]
        .filter(([, number]) => !numbers.has(Number(number)))
        .map(([words]) => `${file}: ${words}`),
    )
    expect(unknown).toEqual([])
  })
})

test('nothing refers to the numbered lines of pages that the project does not have', () => {
  const files = globSync('{src,test,scripts,bench,docs,content,data}/**/*.{ts,tsx,js,css,md,sql,yaml,txt}', {
    exclude: ['**/node_modules/**'],
  })
  const references = [...files, 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap((file) =>
    [...read(file).matchAll(/\b[CD]-\d{1,3}[a-z]?\b/g)].map(([reference]) => `${file}: ${reference}`),
  )
  expect(references).toEqual([])
})
