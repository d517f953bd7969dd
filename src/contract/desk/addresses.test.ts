import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isDeskAddress } from './addresses.ts'
import { deskRecords } from './records.ts'
import { deskScreens, recordNames, recordPages } from './screens.ts'

test('every screen, record and part of the desk has an address', () => {
  for (const { name } of deskScreens) expect([name, isDeskAddress(`/desk/${name}`)]).toEqual([name, true])
  const names = [...Object.keys(deskRecords), ...Object.keys(recordPages)]
  expect(names.length).toBeGreaterThan(40)
  for (const name of names) expect([name, isDeskAddress(`/desk/${name}/1`)]).toEqual([name, true])
  for (const path of [
    '/desk',
    '/desk/',
    '/desk/profile',
    '/desk/profile/edit',
    '/desk/orders/PW-1/receipt',
    '/desk/notices',
  ])
    expect([path, isDeskAddress(path)]).toEqual([path, true])
})

test('no other address has a page', () => {
  const paths = ['/desk/nowhere', '/desk/nowhere/1', '/desk/profile/secret', '/desk/parks/1/2', '/desk/orders/1/x']
  for (const path of [
    ...paths,
    '/desk/notices/1',
    '/desk/orders/1/receipt/2',
    ...recordNames.map((name) => `/desk/${name}`),
  ])
    expect([path, isDeskAddress(path)]).toEqual([path, false])
})

test('every screen that shows one record shows a missing one as a page that does not exist', () => {
  const showing = globSync('src/web/features/{desk,lists}/**/*Screen*.tsx').filter((file) =>
    /\{ id(?:,[^}]*)? \}: (?:\{ id: string|RecordScreenProps)/.test(readFileSync(file, 'utf8')),
  )
  expect(showing.length).toBeGreaterThan(2)
  for (const file of showing)
    expect([file, readFileSync(file, 'utf8').includes('<RecordFailure')]).toEqual([file, true])
})
