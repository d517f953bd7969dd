import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deskScreens } from '#contract/desk/screens.ts'
import { pageRoutes } from '#contract/pages.ts'
import { settingGroups } from '#contract/settings/desk.ts'
import { adminMember, findExamples, staffMember } from '#test/e2e/kit/drivers.ts'
import { findForeignTexts, pseudoLanguage, startPseudoLanguage } from '#test/kits/languages/foreign-texts.ts'
import { logIn } from '#test/kits/pages/desk-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'
import { inTurn } from '#test/kits/rounds.ts'

/*
 * Every page and every screen of the desk in a language that is generated from English: what it shows in plain Latin letters
 * comes from the server, or is written in the code where no translator finds it.
 */

let stop: () => void
let data = ''
let open_calls = 0
const examples: Record<string, string> = {}

beforeAll(async () => {
  stop = startPseudoLanguage()
  const { park, event } = await findExamples(base)
  Object.assign(examples, { slug: park.split('/').at(-1)!, event: event.split('/').at(-1)!, post: 'toronto-winter' })
  Object.assign(examples, { article: 'parking-for-someone-else', service: 'wash', branch: 'yorkville' })
})
afterAll(() => stop())
beforeEach(() => {
  data = ''
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (...input: Parameters<typeof fetch>) => {
    open_calls += 1
    try {
      const response = await fetch(...input)
      // This DOM's copies of a response may take its body with them, so that the page gets a new one.
      const body = await response.arrayBuffer()
      data += new TextDecoder().decode(body)
      const { status, headers } = response
      return new Response(body.byteLength === 0 ? null : body, { status, headers })
    } finally {
      open_calls -= 1
    }
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Opens a page, waits until nothing is loading, and returns the texts that no catalogue has. */
async function findForeign(path: string, token?: string): Promise<string[]> {
  await openPage(path, { language: pseudoLanguage, ...(token !== undefined && { token }) })
  await waitFor(() => {
    if (open_calls > 0 || document.querySelector('.bay-skeleton') !== null) throw new Error(`${path} is loading`)
  })
  expect((await screen.findAllByRole('heading', { level: 1 })).length).toBeGreaterThan(0)
  // Names in addresses are data too, and so is what HTML of the server writes with entities.
  const known = `${data.replaceAll(/<[^>]*>/g, ' ')} ${data} ${decodeURIComponent(path)} ${adminMember.email} ${staffMember.email}`
  return findForeignTexts(document.body, known)
}

const fill = (path: string): string => path.replace(/:(\w+)/, (_, name: string) => examples[name] ?? 'none')

const pages = pageRoutes
  .filter(({ key }) => key !== 'desk' && key !== 'guard' && key !== 'courier')
  .map(({ path }) => path)

test('a text that is in no catalogue is found, wherever it stands', async () => {
  expect(await findForeign('/about')).toEqual([])
  const planted = document.createElement('p')
  planted.textContent = 'Unlisted words'
  planted.title = 'Unlisted title'
  document.querySelector('main')!.append(planted)
  expect(findForeignTexts(document.body, data)).toEqual(expect.arrayContaining(['Unlisted words', 'Unlisted title']))
})

describe('pages have no text that is not of a catalogue or from the server', () => {
  for (const path of inTurn(pages, Math.ceil(pages.length / 6))())
    test(path, async () => {
      expect(await findForeign(fill(path))).toEqual([])
    })
})

const screens = [
  '',
  ...deskScreens.map(({ name }) => name),
  ...settingGroups.map((group) => `settings/${group}`),
  'profile',
  'profile/edit',
]

describe('screens of the desk have no text that is not of a catalogue or from the server', () => {
  for (const name of inTurn(screens, Math.ceil(screens.length / 6))())
    test(`/desk/${name}`, async () => {
      expect(await findForeign(`/desk/${name}`, await logIn(adminMember))).toEqual([])
    })
})
