import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { settingGroups } from '#contract/settings/desk.ts'
import type { SettingGroup } from '#contract/settings/settings.ts'
import { openDatabase } from '#server/database/open.ts'
import { shownAnnouncements } from '#server/features/content/announcements/shown.ts'
import { publishedTexts } from '#server/features/content/published-texts.ts'
import { currencyFormats } from '#server/features/currencies/formats.ts'
import { databaseUrlOf, startServerProcess } from '#test/kits/server-process.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { currentSettings } from './current.ts'

let world: World
let admin: Driver
let driver: Driver
beforeAll(async () => {
  world = await createWorld({ engine: 'server' })
  // Processes have the clock of the machine.
  world.clock.now = new Date()
  admin = await world.buildDriver({ role: 'admin' })
  driver = await world.buildDriver({ balance_minor: 10_000n })
  const confirmed = { confirmed_at: new Date() }
  await world.db.updateTable('sessions').set(confirmed).where('user_id', '=', admin.user_id).execute()
})
afterAll(() => world.close())

interface Change {
  /** What is sent besides the group's other values. */
  changed: Record<string, unknown>
  /** What a page, or the address in `at`, has once it is true. */
  shows: string
  at?: string
}

/** A change of each group, and how a process shows that it is true there. */
const changes: Readonly<Record<SettingGroup, Change>> = {
  company: { changed: { name: 'Loadwell' }, shows: '<meta property="og:site_name" content="Loadwell"' },
  site: {
    changed: { copyright: '© 2026 Loadwell Ltd', marketplace_ng: false, phone_verification: false },
    shows: '© 2026 Loadwell Ltd',
  },
  languages: { changed: { language_switch: false }, shows: '"language_switch":false' },
  theme: { changed: { accent: '#123456' }, shows: '<style>:root{--color-act:#123456;' },
  app: {
    changed: { ios: 'https://apps.apple.com/app/id1', oldest_version: '0.0.9' },
    shows: 'https://apps.apple.com/app/id1',
  },
  cookies: { changed: { cookie_notice: true, cookie_text_en: 'Only what is needed.' }, shows: 'Only what is needed.' },
  social: { changed: { ca_facebook: 'https://social.example/load' }, shows: 'href="https://social.example/load"' },
  payments: { changed: { ca: false }, shows: '"mode":"closed"', at: '/api/v1/wallet/gateway?country=CA' },
  otp: { changed: { code_minutes: 7 }, shows: '"code_minutes":7' },
  // Pages have nothing of the sender of emails.
  mail: { changed: { from_name: 'Loadwell post' }, shows: 'Loadwell post', at: '/api/v1/admin/settings/mail' },
  notification: {
    changed: { event: 'ready', channel: 'push', is_on: false },
    shows: '"push":"off"',
    at: '/api/v1/admin/settings/notification',
  },
  sentences: {
    changed: { key: 'shell.nav.find', language: 'en', text: 'Spaces under load' },
    shows: 'Spaces under load',
  },
}

const headers = { cookie: 'country=CA; language=en', 'accept-language': 'en' }
const asAdmin = () => ({ ...headers, authorization: `Bearer ${admin.token}` })

async function change(address: string, group: SettingGroup): Promise<void> {
  const url = `${address}/api/v1/admin/settings/${group}`
  const current = (await (await fetch(url, { headers: asAdmin() })).json()) as Record<string, unknown>
  const { id: _id, title: _title, actions: _actions, sources: _sources, ...values } = current
  const { gateways: _gateways, offered: _offered, events: _events, items: _items, total: _total, ...own } = values
  for (const name of Object.keys(own)) if (name.startsWith('branches_')) delete own[name]
  delete own['is_open']
  delete own['text_countries']
  delete own['running_version']
  const { transport: _t, host: _h, port: _p, user: _u, has_password: _w, waiting: _n, failed: _f, ...given } = own
  const answer = await fetch(url, {
    method: 'PATCH',
    headers: { ...asAdmin(), 'content-type': 'application/json' },
    body: JSON.stringify({ ...given, ...changes[group].changed }),
  })
  expect([group, answer.status, answer.ok ? '' : await answer.text()]).toEqual([group, 200, ''])
}

/** What readers open all the time: pages in both languages, their lists, and the calls of somebody who is signed in. */
const opened = [
  '/',
  '/about',
  '/about?lang=fr',
  '/marketplace?lang=fr',
  '/wallet',
  '/site.webmanifest',
  '/sitemaps/pages.xml',
  '/api/v1/countries',
  '/api/v1/front/branches?country=CA',
  '/api/v1/wallet',
  '/api/v1/users/profile',
]

test('every group is changed while people read: no request fails, and both processes have each change', async () => {
  const url = await databaseUrlOf(world)
  const settings = { PAGE_CACHE_SECONDS: '10' }
  const servers = [await startServerProcess(url, settings), await startServerProcess(url, settings)]
  const addresses = servers.map(({ address }) => address)
  const failures: string[] = []
  let answered = 0
  let isOver = false
  const read = async (address: string, first: number) => {
    for (let at = first; !isOver; at += 1) {
      const path = opened[at % opened.length]!
      const own: Record<string, string> = path.startsWith('/api/') ? { authorization: `Bearer ${driver.token}` } : {}
      try {
        const answer = await fetch(address + path, { headers: { ...headers, ...own }, redirect: 'manual' })
        await answer.arrayBuffer()
        if (answer.status >= 400) failures.push(`${path}: ${answer.status}`)
      } catch (error) {
        failures.push(`${path}: ${String(error)}`)
      }
      answered += 1
    }
  }
  const readers = addresses.flatMap((address) => [0, 4].map((first) => read(address, first)))
  try {
    for (const [turn, group] of settingGroups.entries()) {
      const { shows, at = '/about' } = changes[group]
      const path = at.includes('/admin/') ? { url: at, headers: asAdmin() } : { url: at, headers }
      const isTrue = async (address: string) =>
        (await (await fetch(address + path.url, { headers: path.headers })).text()).includes(shows)
      for (const address of addresses) expect([group, await isTrue(address)]).toEqual([group, false])
      await change(addresses[turn % 2]!, group)
      // The process that was asked has it at once.
      expect([group, await isTrue(addresses[turn % 2]!)]).toEqual([group, true])
      await expect
        .poll(() => isTrue(addresses[(turn + 1) % 2]!), { timeout: 60_000, interval: 100, message: group })
        .toBe(true)
    }
  } finally {
    isOver = true
    await Promise.all(readers)
  }
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(settingGroups.length)
}, 240_000)

test('jobs, which have connections of their own, refresh what requests read', async () => {
  const config = { ...world.deps.config, DATABASE_URL: await databaseUrlOf(world) }
  const database = await openDatabase(config, { log: console, prepare: async () => undefined })
  onTestFinished(() => database.close())
  expect(database.jobs_db).not.toBe(database.db)
  for (const find of [currentSettings, currencyFormats, publishedTexts, shownAnnouncements])
    expect(find(database.jobs_db) === find(database.db), find.name).toBe(true)
})
