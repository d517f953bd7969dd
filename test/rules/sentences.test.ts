import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from '#i18n/en/index.ts'
import { web } from '#i18n/en/web.ts'
import { mailRegister } from '#server/features.ts'

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|^src[\\/]i18n[\\/](en|fr)[\\/]/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

/** Whether code names a key: quoted, such as `'home.title'`, or put together, such as `home.kinds.${kind}`. */
function createKeyFinder(code: string): (key: string) => boolean {
  const quoted = new Set(code.match(/(?<=['"`])[\w.-]+(?=['"`])/g))
  const patterns = [...new Set(code.match(/(?<=`)\w+[._][\w.-]*(\$\{[^`}]*\}[\w.-]*)+(?=`)/g))].map(
    (template) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.-]+')}$`),
  )
  return (key) => quoted.has(key) || patterns.some((pattern) => pattern.test(key))
}
const isNamed = createKeyFinder(sources.join('\n'))
const isNamedInMails = createKeyFinder(sources.filter((source) => source.includes('defineMails<')).join('\n'))

/** Mails name their sentences within their section, or within their kind. */
const isMailSentence = (key: string): boolean =>
  mailRegister.some(({ group: { section, prefix = '', kinds } }) => {
    if (!key.startsWith(`${section}.`)) return false
    const shared = key.slice(section.length + 1)
    const own = Object.keys(kinds).map((kind) => `${prefix}${kind}.`)
    const inKind = own.filter((start) => shared.startsWith(start)).map((start) => shared.slice(start.length))
    return [shared, ...inKind].some((candidate) => /^(subject|title)$/.test(candidate) || isNamedInMails(candidate))
  })

const listKeys = (sentences: object, prefix = ''): string[] =>
  Object.entries(sentences).flatMap(([name, value]) =>
    typeof value === 'object' ? listKeys(value, `${prefix}${name}.`) : [prefix + name.replace(/_(one|other)$/, '')],
  )

test('every sentence is used', () => {
  const keys = listKeys({ ...en, ...web })
  expect(keys.filter((key) => !isNamed(key) && !isMailSentence(key))).toEqual([])
})

test('no page puts a colon of its own between a name and its value, as French has a space before it', () => {
  const pages = globSync('src/web/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  const found = pages.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /(?:\)|\$\{[^{}]*)\}: (?:\$?\{|<)/.test(line) && !line.includes('Error('))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
