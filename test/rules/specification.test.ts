import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pageRoutes } from '#contract/pages.ts'
import { en } from '#i18n/en/index.ts'
import { web } from '#i18n/en/web.ts'
import { labels } from './specification-labels.ts'

interface Line {
  part: string
  line: string
  where: string
  tests: string
}

const text = readFileSync('docs/specification.md', 'utf8')
const lines: Line[] = text.split(/^## /m).flatMap((section) => {
  const [part = '', ...rows] = section.split('\n')
  return rows
    .filter((row) => row.startsWith('| ') && !row.startsWith('| line ') && !row.startsWith('| ---'))
    .map((row) => {
      const [, line = '', where = '', tests = ''] = row.split('|').map((cell) => cell.trim())
      return { part, line, where, tests }
    })
})
const marked = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, inside]) => inside!)
/** The tests of a line: a file, and perhaps the names of those in it: `a.test.ts`: "one", "another"; `b.test.ts`. */
const testsOf = ({ tests }: Line) =>
  [...tests.matchAll(/`([^`]+)`((?:[:,] "[^"]+")*)/g)].map(([, file, names]) => ({
    file: file!,
    names: [...names!.matchAll(/"([^"]+)"/g)].map(([, name]) => name!),
  }))
const textOf = (file: string) => readFileSync(file, 'utf8')
const isOpen = ({ where }: Line) => where === 'open'
/** By the specification it is nowhere said. */
const silent = ['No token found in localStorage']
const fieldParts = ['Entities', 'Fields of the calls']
const of = (part: string) => lines.filter((line) => line.part.startsWith(part))

describe('the table of the specification', () => {
  test('every file it names exists', () => {
    const files = lines.flatMap(({ where, tests }) => [...marked(where), ...marked(tests)])
    expect(files.length).toBeGreaterThan(200)
    expect([...new Set(files)].filter((file) => !existsSync(file))).toEqual([])
  })

  test('every line stands somewhere and is held by a test, or is open', () => {
    const loose = lines.filter((line) => !isOpen(line) && (line.where === '' || marked(line.tests).length === 0))
    expect(loose.map(({ line }) => line)).toEqual([])
    const tests = lines.flatMap(({ tests: cell }) => marked(cell))
    expect(tests.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))).toEqual([])
  })

  test('every test that it names stands in its file', () => {
    const named = lines.flatMap((line) => testsOf(line).map((held) => ({ line: line.line, ...held })))
    expect(named.filter(({ names }) => names.length > 0).length).toBeGreaterThan(80)
    const lost = named.flatMap(({ line, file, names }) =>
      names.filter((name) => !textOf(file).includes(name)).map((name) => `${line}: ${file}: ${name}`),
    )
    expect(lost).toEqual([])
  })

  test('every label, flag and field of the specification has a line', () => {
    const missing = Object.entries(labels).flatMap(([part, expected]) => {
      const inPart = of(part).flatMap(({ line }) => [
        ...(/[`']/.test(line) ? [] : part === 'Storage keys' ? line.split(/, | \(|\)/) : [line]),
        ...marked(line),
        ...(/^'(.+)'$/.exec(line)?.slice(1) ?? []),
      ])
      return expected.filter((label) => !inPart.includes(label)).map((label) => `${part}: ${label}`)
    })
    expect(missing).toEqual([])
  })

  test('every field and flag is named in a test of its line', () => {
    const fields = fieldParts.flatMap(of).flatMap((entry) => marked(entry.line).map((field) => ({ field, one: entry })))
    expect(fields.length).toBeGreaterThan(90)
    const unnamed = fields.filter(({ field, one }) => {
      const word = new RegExp(`(?<!\\w)${field.replaceAll('.', '\\.')}(?!\\w)`)
      return !testsOf(one).some(({ file }) => word.test(textOf(file)))
    })
    expect(unnamed.map(({ field, one }) => `${one.line}: ${field}`)).toEqual([])
  })

  test('every line is held by a test that is named, not by a file of many', () => {
    const vague = lines.filter((line) => !isOpen(line) && testsOf(line).every(({ names }) => names.length === 0))
    expect(vague.map(({ line }) => line)).toEqual([])
  })

  test('every sentence stands to the letter in the catalogues, or in the code that throws it', () => {
    const flat = (words: object): string[] =>
      Object.values(words).flatMap((part: string | object) => (typeof part === 'string' ? [part] : flat(part)))
    const known = new Set([...flat(en), ...flat(web)])
    const sentences = [...of('Sentences'), ...of('Labels')].flatMap((entry) => {
      const quoted = /^'(.+)'$/.exec(entry.line)?.[1]
      return quoted === undefined || isOpen(entry) ? [] : [{ quoted, ...entry }]
    })
    expect(sentences.length).toBeGreaterThan(55)
    expect(
      sentences
        .filter(({ quoted }) => !known.has(quoted) && !silent.includes(quoted))
        .filter(({ quoted, where }) => !marked(where).some((file) => readFileSync(file, 'utf8').includes(quoted)))
        .map(({ quoted }) => quoted),
    ).toEqual([])
  })

  test('every sentence is said in a test of its line, to the letter or by its key', () => {
    const keys = new Map<string, string[]>()
    const collect = (words: object, path: string[]) => {
      for (const [key, part] of Object.entries(words) as [string, string | object][])
        if (typeof part === 'string') keys.set(part, [...(keys.get(part) ?? []), [...path, key].slice(-2).join('.')])
        else collect(part, [...path, key])
    }
    collect({ ...en, ...web }, [])
    const unsaid = [...of('Sentences'), ...of('Labels')].filter((candidate) => {
      const sentence = /^'(.+)'$/.exec(candidate.line)?.[1]
      if (sentence === undefined || isOpen(candidate) || silent.includes(sentence)) return false
      const wordings = [sentence.replaceAll('{{brand}}', 'Parkwell'), ...(keys.get(sentence) ?? [])]
      return !testsOf(candidate).some(({ file }) => wordings.some((word) => textOf(file).includes(word)))
    })
    expect(unsaid.map(({ line }) => line)).toEqual([])
  })

  test('every storage key is named in a test of its line', () => {
    const keys = of('Storage keys').flatMap((entry) => {
      const inside = /\((\w+)\)$/.exec(entry.line)?.[1]
      return (inside === undefined ? entry.line.split(', ') : [inside]).map((key) => ({ key, one: entry }))
    })
    expect(keys.length).toBeGreaterThan(12)
    const unnamed = keys.filter(({ key, one }) => {
      return !testsOf(one).some(({ file }) => new RegExp(`['"\`]${key}['"\`]`).test(textOf(file)))
    })
    expect(unnamed.map(({ key }) => key)).toEqual([])
  })

  test('every route is a page', () => {
    const pages = new Set(pageRoutes.map(({ path }) => path.replaceAll(/:\w+/g, '{}')))
    const routes = of('Routes')
      .flatMap(({ line }) => marked(line))
      .filter((path) => path.startsWith('/') && !path.endsWith('/') && path !== '/home')
      .map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
    expect(routes.length).toBeGreaterThan(45)
    expect(routes.filter((path) => !pages.has(path))).toEqual([])
  })

  test('every call is one that the server answers', () => {
    const snapshot = readFileSync('test/http/__snapshots__/contract.feature.test.ts.snap', 'utf8').replaceAll(
      /\{\w+\}/g,
      '{}',
    )
    const calls = of('Calls').flatMap(({ line }) => marked(line))
    expect(calls.length).toBeGreaterThan(25)
    const missing = calls.filter((call) => {
      const [method, path] = call.replaceAll(/\{\w+\}/g, '{}').split(' ') as [string, string]
      return !snapshot.includes(`"${method} ${path.startsWith('/api/') ? path : `/api/v1${path}`} (`)
    })
    expect(missing).toEqual([])
  })
})
