import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { payAs } from '#simulators/test-kit.ts'
import { generateTypes } from '#test/client-generator/generate-types.ts'
import { windowOf } from '#test/kits/bookings-kit.ts'
import { newestCode } from '#test/kits/mailbox.ts'
import { isInTurn } from '#test/kits/rounds.ts'
import { createWalletWorld } from '#test/kits/wallet-kit.ts'

/** What each program that uses the generated types is checked with. */
const compilerOptions = {
  module: 'preserve',
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

test.runIf(isInTurn('a generated client', 4))(
  'a generated client compiles strictly, books and cancels',
  { timeout: 300_000 },
  async () => {
    const world = await createWalletWorld()
    onTestFinished(() => world.close())
    world.deps.publicUrl = () => world.url
    await world.buildPark({ country_code: 'CA' })
    // Within the project, where the client is found.
    const folder = await mkdtemp(resolve('test/client-generator/.made-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const description = await (await fetch(`${world.url}/api/v1/openapi.json`)).text()
    await writeFile(`${folder}/api.d.ts`, await generateTypes(description))
    await copyFile('test/client-generator/journey.txt', `${folder}/journey.ts`)
    await writeFile(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ['journey.ts'] }))
    const { stdout } = await promisify(execFile)('node_modules/.bin/tsc', ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')

    const { book } = (await import(/* @vite-ignore */ `${folder}/journey.ts`)) as {
      book: (journey: object) => Promise<object>
    }
    const email = 'client@example.com'
    const made = await book({
      baseUrl: world.url,
      email,
      window: windowOf(world, 8, 8),
      readCode: () => newestCode(world, email),
      pay: (page: string) => payAs(page, 'success'),
    })
    expect(made).toEqual({
      quoted: expect.any(Number),
      paid: 'success',
      booked: (made as { quoted: number }).quoted,
      status: 'cancelled',
      balance: 50,
      refused: 'booking_not_found',
    })
  },
)
