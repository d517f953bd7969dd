/**
 * Takes pictures of the drivers' pages in both widths, themes and languages, and in the states that they can be in:
 * `npm run shots [-- --to FOLDER] [--view fr-1440 ...] [PAGE ...]`, by default into `shots/`. Starts a server on
 * its own database, unless `BASE_URL` names one of a test run. `drives` records the way from the home page to the pass
 * (`drive-shots.ts`), `desk` the screens of the desk, `desk:bookings` one of them with its record, `desk:roles` what each
 * role sees first (`desk-shots.ts`), `desk:tasks` jobs of staff (`desk-tasks.ts`), `desk:owner` the first day of an owner
 * (`owner-shots.ts`), `readme` the two pictures of the README into `docs/pictures` (`readme-shots.ts`). Fails
 * if a page reports an error or is wider than its screen.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { startSharedServer } from '#test/e2e/kit/server.ts'
import { chromiumFlags, findChromium } from './chromium.ts'
import { buildQuietRows } from './desk-quiet-rows.ts'
import { buildDeskRows } from './desk-rows.ts'
import { deskKeysOf, takeDeskScreenshots } from './desk-shots.ts'
import { takeDeskTasks } from './desk-tasks.ts'
import { takeDriveScreenshots } from './drive-shots.ts'
import { keepTemporaryFilesInMemory } from './memory-files.ts'
import { takeOwnerDay } from './owner-shots.ts'
import { takePageScreenshots, type ShotFacts } from './page-shots.ts'
import { takeReadmePictures } from './readme-shots.ts'

const { values, positionals: selectedKeys } = parseArgs({
  options: { to: { type: 'string' }, view: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const folder = resolve(values.to ?? 'shots')
const drivesKey = 'drives'
const readmeKey = 'readme'
const tasksKey = 'desk:tasks'
const ownerKey = 'desk:owner'
const deskKeys = deskKeysOf(selectedKeys.filter((key) => key !== tasksKey && key !== ownerKey))
const pageKeys = selectedKeys.filter((key) => key !== drivesKey && key !== readmeKey && !key.startsWith('desk'))
const takesPages = selectedKeys.length === 0 || pageKeys.length > 0
const takesDrives = selectedKeys.length === 0 || selectedKeys.includes(drivesKey)

keepTemporaryFilesInMemory()
mkdirSync(folder, { recursive: true })
const fill = deskKeys === undefined ? undefined : buildQuietRows
const stop = process.env['BASE_URL'] === undefined ? await startSharedServer(fill) : undefined
const base = process.env['BASE_URL']!
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
const problems: string[] = []
try {
  // A server that runs already has its own.
  if (deskKeys !== undefined && stop !== undefined) await buildDeskRows(base)
  if (takesDrives) await takeDriveScreenshots(browser, base, folder)
  if (selectedKeys.includes(readmeKey)) await takeReadmePictures(browser, base)
  const { view } = values
  const addFacts = (file: string, facts: ShotFacts[]) => {
    writeFileSync(join(folder, file), JSON.stringify(facts, undefined, 1))
    problems.push(...facts.flatMap(({ picture, errors }) => errors.map((error) => `${picture}: ${error}`)))
  }
  if (takesPages)
    addFacts('pages.json', await takePageScreenshots(browser, base, folder, { keys: pageKeys, views: view }))
  if (selectedKeys.includes(tasksKey)) await takeDeskTasks(browser, base, folder)
  if (selectedKeys.includes(ownerKey)) await takeOwnerDay(browser, folder)
  if (deskKeys !== undefined)
    addFacts('desk.json', await takeDeskScreenshots(browser, base, folder, { keys: deskKeys, views: view }))
} finally {
  await browser.close()
  await stop?.()
}
console.log(`Pictures are in ${folder}`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
