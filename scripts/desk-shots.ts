import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { deskRecords } from '#contract/desk/records.ts'
import { deskLists, deskScreens, recordPages } from '#contract/desk/screens.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import type { Language } from '#contract/places/places.ts'
import { settingGroups } from '#contract/settings/desk.ts'
import { adminMember, send } from '#test/e2e/kit/drivers.ts'
import { collectErrors, waitUntilHydrated } from '#test/e2e/kit/fixtures.ts'
import { navigateWithin } from '#test/e2e/kit/navigation.ts'
import { findRawTexts } from '#test/e2e/kit/rawTexts.ts'
import {
  isSelectedView,
  loaded_machine_ms,
  measure,
  shotViews,
  showEverything,
  type ShotFacts,
  schemes,
} from './page-shots.ts'

/** The screens that are named: `desk` takes all of them, `desk:bookings` one with its record. Undefined without any. */
export function deskKeysOf(selected: readonly string[]): string[] | undefined {
  if (selected.includes('desk')) return []
  const keys = selected.filter((key) => key.startsWith('desk:')).map((key) => key.slice('desk:'.length))
  return keys.length === 0 ? undefined : keys
}

const loading_ms = 30_000
/** Pages that are open at once. */
const maxOpen = 3
/** A list that finds nothing. */
const nothing = 'zzzzzzz'
/** The list that is taken without a result. */
const shownStates = 'bookings'
/** The lists whose other states are taken. */
const ownStates = [shownStates, 'payment-gateway', 'sms-gateway']
/** The roles of the demo, whose first screen and menu are taken with `desk:roles`. */
const roles = ['administrator', 'staff', 'branch_manager', 'employee', 'partner', 'guard'] as const

interface DeskTarget {
  name: string
  to: string
  /** Its calls fail, or the network has gone. */
  state?: 'failed' | 'offline'
}

/**
 * Takes the lists of the desk (full, without a result and failed), a record of each with its tabs and forms, its other
 * screens, and what each role sees first. The server needs rows of all kinds: one with the demo's, or a folder that is filled.
 */
export async function takeDeskScreenshots(
  browser: Browser,
  base: string,
  folder: string,
  { keys, views }: { keys: readonly string[]; views: readonly string[] | undefined },
): Promise<ShotFacts[]> {
  const to = join(folder, 'desk')
  mkdirSync(to, { recursive: true })
  const access_token = await logInToDesk(base)
  const targets = await findDeskTargets(base, access_token, keys)
  const facts: ShotFacts[] = []
  for (const [language, width] of shotViews) {
    if (!isSelectedView(language, width, views)) continue
    const view = { base, language, width, folder: to }
    const parts = Array.from({ length: maxOpen }, (_, part) => targets.filter((_target, at) => at % maxOpen === part))
    const taken = parts.filter((part) => part.length > 0).map((part) => takeTargets(browser, access_token, part, view))
    facts.push(...(await Promise.all(taken)).flat())
    if (keys.length === 0 || keys.includes('roles'))
      for (const role of roles) {
        const answer = await send<{ access_token: string }>(base, 'POST', '/api/v1/demo/desk', { body: { role } })
        const first = { name: `as-${role}`, to: role === 'guard' ? '/guard' : '/desk' }
        facts.push(...(await takeTargets(browser, answer.access_token, [first], view)))
      }
  }
  return facts
}

/** The token of an administrator: the one of a test run's server, or the demo's. Throws if there is neither. */
async function logInToDesk(base: string): Promise<string> {
  const { email: identifier, password } = adminMember
  const login = { body: { identifier, password } }
  const answer = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', login).catch(() =>
    send<{ access_token: string }>(base, 'POST', '/api/v1/demo/desk', { body: { role: 'administrator' } }),
  )
  return answer.access_token
}

interface View {
  base: string
  language: Language
  width: number
  folder: string
}

async function takeTargets(
  browser: Browser,
  token: string,
  targets: readonly DeskTarget[],
  { base, language, width, folder }: View,
): Promise<ShotFacts[]> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: `${language}-CA`,
    timezoneId: 'America/Toronto',
    hasTouch: width < 600,
    serviceWorkers: 'block',
  })
  await context.addCookies([{ name: 'language', value: language, url: base }])
  await context.addInitScript(
    ([stored, spoken]) => {
      localStorage.setItem('parkwell_user_token', stored!)
      localStorage.setItem('language', spoken!)
    },
    [token, language],
  )
  const page = await context.newPage()
  page.setDefaultTimeout(loaded_machine_ms)
  const errors = collectErrors(page)
  await page.goto(`${base}${targets[0]?.to ?? '/desk'}`)
  await waitUntilHydrated(page)
  await page.evaluate(showEverything)
  const navigate = navigateWithin(page)
  const facts: ShotFacts[] = []
  let shown: string | undefined
  for (const { name, to, state } of targets) {
    errors.length = 0
    if (state === 'offline') await context.setOffline(true)
    if (state === 'failed')
      await page.route(/\/api\/v1\/(?!users?\/profile|admin\/desk)/, (route) =>
        route.fulfill({ status: 500, json: { code: 'internal', message: 'Something Wrong.' } }),
      )
    const before = await page.evaluate(() => document.querySelector('h1')?.textContent ?? '')
    await navigate(to).catch(() => undefined)
    // The screen of before stays until the code of the next one is here.
    const screen = to.split('?')[0]
    if (screen !== shown && state === undefined)
      await page
        .locator('h1', { hasNotText: before })
        .first()
        .waitFor({ timeout: loading_ms })
        .catch(() => undefined)
    shown = screen
    await page
      .locator('main [aria-busy=true]')
      .first()
      .waitFor({ state: 'detached', timeout: loading_ms })
      .catch(() => errors.push('is still loading'))
    // What could not be loaded is tried again before the screen says so.
    await page
      .locator('main .bay-skeleton')
      .first()
      .waitFor({ state: 'detached', timeout: loading_ms })
      .catch(() => errors.push('is still loading'))
    await page.waitForLoadState('networkidle').catch(() => undefined)
    const measured = await page.evaluate(measure)
    const raw_keys = [...new Set([...measured.raw_keys, ...(await findRawTexts(page))])]
    for (const scheme of schemes) {
      const picture = `${name}-${width}-${scheme}-${language}`
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({ path: join(folder, `${picture}.png`), fullPage: true })
      if (scheme === 'light') facts.push({ picture, ...measured, raw_keys, errors: [...errors, ...measured.errors] })
    }
    await page.emulateMedia({ colorScheme: 'light' })
    if (state === 'failed') await page.unrouteAll()
    if (state === 'offline') await context.setOffline(false)
  }
  await context.close()
  return facts
}

/** The addresses of the screens: of a list also its first record with tabs and forms, without a result, and failed. */
async function findDeskTargets(base: string, token: string, keys: readonly string[]): Promise<DeskTarget[]> {
  const isSelected = (name: string) => keys.length === 0 || keys.includes(name)
  const targets: DeskTarget[] = []
  if (isSelected('dashboard')) targets.push({ name: 'dashboard', to: '/desk' })
  for (const { name } of deskScreens) {
    if (!isSelected(name)) continue
    const to = `/desk/${name}`
    targets.push({ name, to })
    // One component shows every list, with the same words when nothing is found or nothing comes.
    if (name === shownStates) targets.push({ name: `${name}-empty`, to: `${to}?search=${nothing}` })
    const list = deskLists[name as keyof typeof deskLists] as DeskListDescription | undefined
    if (list === undefined || list.report !== undefined || ownStates.includes(name))
      for (const state of ['failed', 'offline'] as const)
        targets.push({ name: `${name}-${state}`, to: `${to}?size=${state === 'failed' ? 50 : 100}`, state })
  }
  if (isSelected('settings'))
    for (const group of [...settingGroups, 'license']) {
      const to = `/desk/settings/${group}`
      targets.push({ name: `settings-${group}-failed`, to, state: 'failed' }, { name: `settings-${group}`, to })
      targets.push({ name: `settings-${group}-offline`, to: `${to}?`, state: 'offline' })
    }
  const lists = { ...deskLists, ...Object.fromEntries(Object.values(deskRecords).map(({ list }) => [list.name, list])) }
  const opened = Object.entries(lists).filter(([name]) => isSelected(name))
  const ids = await Promise.all(opened.map(([, list]) => findFirst(base, token, list)))
  for (const [index, [name, list]] of opened.entries()) {
    const screen = list.opens?.screen ?? name
    const record = deskRecords[screen as keyof typeof deskRecords] as (typeof deskRecords)['bookings'] | undefined
    const id = ids[index]
    if ((record === undefined && !(screen in recordPages)) || id === undefined) continue
    const to = `/desk/${screen}/${id}`
    targets.push({ name: `${name}-record`, to })
    for (const tab of Object.keys(record?.tabs ?? {}))
      targets.push({ name: `${name}-record-${tab}`, to: `${to}?tab=${tab}` })
    if (record?.update !== undefined) targets.push({ name: `${name}-record-edit`, to: `${to}?edit` })
    if (record?.create !== undefined) targets.push({ name: `${name}-new`, to: `/desk/${name}/new` })
  }
  return targets
}

/** What stands in the address of the first row's record. */
async function findFirst(
  base: string,
  token: string,
  { name, opens }: DeskListDescription,
): Promise<string | undefined> {
  // Lists that are only a tab answer for their record alone.
  const { items } = await send<{ items?: Record<string, unknown>[] }>(base, 'GET', `/api/v1/admin/${name}`, {
    token,
  }).catch(() => ({ items: undefined }))
  const value = items?.[0]?.[opens?.id ?? 'id']
  return typeof value === 'string' ? value : undefined
}
