import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from '#i18n/en/index.ts'
import { web } from '#i18n/en/web.ts'

const code = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$|^src[\\/]i18n[\\/](en|fr)[\\/]/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
/** Every quoted key, such as `'home.title'`. */
const quoted = new Set(code.match(/(?<=['"`])[\w.-]+(?=['"`])/g))
/** Keys that are put together, such as `home.kinds.${kind}`, as patterns. */
const patterns = [...new Set(code.match(/(?<=`)\w+[._][\w.-]*(\$\{[^`}]*\}[\w.-]*)+(?=`)/g))].map(
  (template) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.-]+')}$`),
)

const listKeys = (sentences: object, prefix = ''): string[] =>
  Object.entries(sentences).flatMap(([name, value]) =>
    typeof value === 'object' ? listKeys(value, `${prefix}${name}.`) : [prefix + name.replace(/_(one|other)$/, '')],
  )

test('every sentence is used', () => {
  const keys = listKeys({ ...en, ...web })
  expect(keys.filter((key) => !quoted.has(key) && !patterns.some((pattern) => pattern.test(key)))).toEqual([])
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
