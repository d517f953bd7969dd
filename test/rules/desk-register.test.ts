import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { deskExports, deskModules } from '#contract/desk/register.ts'
import { deskLists, deskScreens } from '#contract/desk/screens.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import { isDeskScreen, isRecordPage } from '#contract/lists/screens.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { servedLists } from '#server/features.ts'
import { findInContract, isEndpoint, loadDeskLists, loadDeskRecords } from '#test/kits/contract.ts'

const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)

test('every list, record, screen and page of the contract is in the register', async () => {
  const found = [
    ...(await loadDeskLists()),
    ...(await loadDeskRecords()).map((record) => ({ ...record, name: `record of ${record.list.name}`, record })),
    ...(await findInContract(isDeskScreen)),
    ...(await findInContract(isRecordPage)),
  ]
  expect(found.length).toBeGreaterThan(120)
  const missing = found.filter(
    (candidate) => !deskExports.includes('record' in candidate ? candidate.record : candidate),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('every call of a desk file is in the register', async () => {
  const files = globSync(['src/contract/*/desk.ts', 'src/contract/*/desk/*.ts', 'src/contract/desk/*.ts'], {
    exclude: ['**/*.test.ts'],
  })
  const calls = await Promise.all(
    files.map(async (file) => ({ file, parts: Object.values((await import(resolve(file))) as object) as unknown[] })),
  )
  const missing = calls.filter(({ parts }) =>
    parts.some((part) => part instanceof Object && isEndpoint(part) && !deskExports.includes(part)),
  )
  expect(missing.map(({ file }) => file)).toEqual([])
  expect(deskModules.length).toBeLessThanOrEqual(files.length)
})

test('names are used once, and so are the places and letters of the menu', async () => {
  expect(repeated((await loadDeskLists()).map(({ name }) => name))).toEqual([])
  expect(repeated((await loadDeskRecords()).map(({ list }) => list.name))).toEqual([])
  expect(repeated(deskScreens.map(({ name }) => name))).toEqual([])
  expect(repeated(deskScreens.flatMap(({ letter }) => letter ?? []))).toEqual([])
  const placed = [...(await loadDeskLists()), ...(await findInContract(isDeskScreen))]
  expect(repeated(placed.flatMap(({ menu }) => (menu === undefined ? [] : `${menu.group} ${menu.rank}`)))).toEqual([])
})

test('a list opens a record that exists, or a page of its own', async () => {
  const names = [
    ...(await loadDeskRecords()).map(({ list }) => list.name),
    ...(await findInContract(isRecordPage)).map(({ name }) => name),
  ]
  const opened = (await loadDeskLists()).flatMap(({ opens }) => opens?.screen ?? [])
  expect(opened.filter((name) => !names.includes(name))).toEqual([])
})

test.each([
  ['en', en],
  ['fr', fr],
])('every screen has its title and description in %s', (_language, { lists }) => {
  const words = lists as unknown as Record<string, Record<string, unknown> | undefined>
  expect(Object.keys(deskLists).length).toBeGreaterThan(50)
  const missing = deskScreens.flatMap(({ name }) =>
    ['title', 'description'].filter((key) => !words[areaOf(name)]?.[key]).map((key) => `${name}: ${key}`),
  )
  expect(missing).toEqual([])
})

test('the server serves every list once', async () => {
  const named = (lists: readonly { name: string }[]) => lists.map(({ name }) => name).toSorted()
  expect(named(servedLists.map(({ list }) => list))).toEqual(named(await loadDeskLists()))
})

test('no other file lists the desk’s parts of all features', () => {
  // A customer has something of five.
  const most = 5
  const files = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((file) => normalize(file))
  const featuresIn = (file: string) => {
    const targets = [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, path]) =>
      path!.startsWith('#') ? `src/${path!.slice(1)}` : normalize(join(dirname(file), path!)),
    )
    const features = targets.map((target) => /^src\/contract\/(\w+)\/desk(?:\/|\.ts)/.exec(target)?.[1])
    return new Set(features.filter((name) => name !== undefined)).size
  }
  expect(files.filter((file) => featuresIn(file) > most)).toEqual(['src/contract/desk/register.ts'])
})

test('where rows or records say their time zone, all their times are in it', async () => {
  const found = [
    ...(await loadDeskLists()).map(({ name, columns }) => ({ name, columns })),
    ...(await loadDeskRecords()).map(({ list, facts }) => ({ name: `record of ${list.name}`, columns: facts })),
  ]
  const zoned = found.filter(({ columns }) => 'timezone' in columns)
  expect(zoned.length).toBeGreaterThan(5)
  const elsewhere = zoned.flatMap(({ name, columns }) =>
    Object.entries(columns).flatMap(([key, column]) =>
      column.kind === 'instant' && column.zone !== 'timezone' ? `${name}: ${key}` : [],
    ),
  )
  expect(elsewhere).toEqual([])
})
