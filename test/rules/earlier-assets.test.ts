import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyEarlierAssets } from '../../scripts/earlier-assets.ts'

test('a build keeps the files of earlier builds for a day after they were replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parkwell-assets-'))
  const addBuild = async (build: string, names: readonly string[]) => {
    await mkdir(join(folder, build, 'assets'), { recursive: true })
    await Promise.all(names.map((name) => writeFile(join(folder, build, 'assets', name), name)))
  }
  const copyAssets = (from: string, to: string, now: string) =>
    copyEarlierAssets(join(folder, from), join(folder, to), new Date(now))
  const list = async (build: string) => (await readdir(join(folder, build, 'assets'))).toSorted()

  await addBuild('1', ['Page-a.js', 'Page-a.js.br', 'react-a.js'])
  await addBuild('2', ['Page-b.js', 'react-a.js'])
  await copyAssets('none', '1', '2026-03-01T08:00:00Z')
  await copyAssets('1', '2', '2026-03-01T09:00:00Z')
  expect(await list('2')).toEqual(['Page-a.js', 'Page-a.js.br', 'Page-b.js', 'react-a.js'])

  await addBuild('3', ['Page-c.js', 'react-a.js'])
  await copyAssets('2', '3', '2026-03-02T08:59:00Z')
  expect(await list('3')).toEqual(['Page-a.js', 'Page-a.js.br', 'Page-b.js', 'Page-c.js', 'react-a.js'])

  await addBuild('4', ['Page-c.js', 'react-a.js'])
  await copyAssets('3', '4', '2026-03-02T09:00:00Z')
  expect(await list('4')).toEqual(['Page-b.js', 'Page-c.js', 'react-a.js'])

  // A file that a later build has again is no earlier one.
  await addBuild('5', ['Page-b.js', 'react-a.js'])
  await copyAssets('4', '5', '2026-03-03T08:00:00Z')
  expect(await list('5')).toEqual(['Page-b.js', 'Page-c.js', 'react-a.js'])
  await addBuild('6', ['react-a.js'])
  await copyAssets('5', '6', '2026-03-03T09:30:00Z')
  expect(await list('6')).toEqual(['Page-b.js', 'Page-c.js', 'react-a.js'])
  await rm(folder, { recursive: true })
})
