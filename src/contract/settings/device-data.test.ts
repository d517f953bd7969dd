import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { desk as en } from '#i18n/en/desk.ts'
import { deviceData, devicePurposes } from './device-data.ts'

const files = globSync('src/{web,contract,server}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

const stores =
  /localStorage|sessionStorage|indexedDB|setCookie\(|document\.cookie|(?:read|write)(?:Text|Json)\(|tabStorage|storage\/storage/
/** Constants with the name of what is stored, names within calls that store, and names of cookies. */
const names = [
  /(?:const|export const) (?:key|\w+Key|success|newUser|cookieName|sentCookie|cookie) = '([\w-]+)'/g,
  /(?:getItem|setItem|removeItem|(?:read|write)(?:Text|Json)|removeStored|readTab\w*|writeTab\w*|setCookie)\('([\w-]+)'/g,
  /(?:const|export const) (?:key|\w+Key|cookieName) = (?:\(\w+: string\) => )?`([\w-]+?[_:])\$\{/g,
  /indexedDB\.open\([`']([\w-]+)/g,
  /caches\.open\('([\w-]+)/g,
  /document\.cookie = [`'](\w+)=/g,
]
const found = new Set(
  files
    .filter((text) => stores.test(text))
    .flatMap((text) => names.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name!))),
)
/** What looks like a name and is stored nowhere on a device. */
const others = new Set(['last_backup'])

const isListed = (name: string) =>
  deviceData.some(({ name: listed }) => listed === name || (listed.endsWith('*') && name === listed.slice(0, -1)))

test('everything that is stored on a device is listed with what it is for', () => {
  expect([...found].filter((name) => !isListed(name) && !others.has(name))).toEqual([])
  expect(found.size).toBeGreaterThan(35)
})

test('nothing is listed that is not stored', () => {
  const everything = files.join('\n')
  expect(deviceData.map(({ name }) => name.replace('*', '')).filter((name) => !everything.includes(name))).toEqual([])
})

test('every purpose has its sentence and its data', () => {
  const sentences: Readonly<Record<string, string>> = en.settings.cookies.purposes
  for (const purpose of devicePurposes) {
    expect(sentences[purpose]).toBeTruthy()
    expect(deviceData.some((entry) => entry.purpose === purpose)).toBe(true)
  }
})
