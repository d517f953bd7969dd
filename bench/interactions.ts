import { loadavg } from 'node:os'
import type { Locator, Page } from '@playwright/test'
import { web as words } from '#i18n/en/web.ts'
import { parksToBook } from '#test/e2e/kit/drivers.ts'
import { median, option, printTable, whole } from './lib.ts'
import { startPhone, throttling } from './phone.ts'

/*
 * From a press or a key to the next painted frame, as Interaction to Next Paint counts it (https://web.dev/articles/inp),
 * on a throttled phone. The goal is 100 ms for the slowest interaction of each page.
 */

const rounds = option('rounds', 5)

/** Long enough for what an interaction starts, so that each one is measured alone. */
const settled_ms = 900

type Act = (page: Page) => Promise<unknown>
/**
 * Presses as a finger does: on what is in view, once the page has come to rest there. Not with the locator's own `tap`, whose
 * script in the page takes part of the time.
 */
const press = async (target: Locator) => {
  await target.scrollIntoViewIfNeeded()
  const page = target.page()
  await page.waitForTimeout(settled_ms)
  const { x, y, width, height } = (await target.boundingBox())!
  await page.touchscreen.tap(x + width / 2, y + height / 2)
}
const tap =
  (name: string | RegExp): Act =>
  (page) =>
    press(page.getByRole('button', { name }).first())
const open =
  (name: string | RegExp): Act =>
  async (page) => {
    await tap(name)(page)
    await page.getByRole('dialog').waitFor()
  }
const close: Act = async (page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
const escape: Act = (page) => page.keyboard.press('Escape')
const phone = await startPhone()
const [park] = await parksToBook(phone.address, { lat: 43.6532, lng: -79.3832 })
const times = new URLSearchParams({ start: park!.start_time, end: park!.end_time })
const { shell, search } = words

const pages: Record<string, { path: string; acts: Record<string, Act> }> = {
  home: {
    path: '/',
    acts: {
      'open the menu': open(shell.nav.menu),
      'close it': close,
      'type a place': async (page) => {
        await press(page.getByRole('combobox', { name: search.where }).first())
        for (const letter of 'CN To') await page.keyboard.type(letter, { delay: 250 })
      },
      'choose a suggestion': (page) => press(page.getByRole('option').first()),
    },
  },
  search: {
    path: `/search?lat=43.6532&lng=-79.3832&place=Toronto&${times}`,
    acts: {
      'press a pin': (page) => press(page.locator('.park-pin:not([data-under], [data-covered], [data-small])').first()),
      'close it': escape,
      'open the filters': open(words.search_list.filters),
      'close them': close,
      'raise the list': tap(words.search_list.sheet.half),
      'filter by covered': tap(words.park.amenities.covered),
    },
  },
  park: {
    path: `/park/${park!.slug}?${times}`,
    acts: {
      'open the times': open(new RegExp(search.arrive)),
      'close them': close,
      'choose three hours': tap('3 h'),
      'open the rates': (page) => press(page.locator('summary').first()),
    },
  },
  checkout: {
    path: `/checkout/${park!.slug}?${times}`,
    acts: {
      'type a plate': (page) => page.locator('input[name=plate]').pressSequentially('BKTR 482', { delay: 150 }),
      'type an address': (page) =>
        page.locator('input[name=email]').pressSequentially('ada@example.com', { delay: 100 }),
      'accept the terms': (page) => press(page.locator('input[name=accept_terms]')),
    },
  },
  item: {
    path: '/marketplace/full-wash',
    acts: { 'open the menu': open(shell.nav.menu), 'close it': close },
  },
}

/** Keeps the longest duration of each interaction that the browser reports. */
function watch() {
  const longest = new Map<number, number>()
  Object.assign(window, { longest })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0)
        longest.set(entry.interactionId, Math.max(longest.get(entry.interactionId) ?? 0, entry.duration))
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
const readLongest = (page: Page) =>
  page.evaluate(() => {
    const { longest } = window as unknown as { longest: Map<number, number> }
    const slowest = Math.max(0, ...longest.values())
    longest.clear()
    return slowest
  })

const rows: string[][] = []
try {
  for (const [name, { path, acts }] of Object.entries(pages)) {
    const seen = new Map<string, number[]>()
    for (let round = 0; round < rounds; round += 1) {
      const { page, close } = await phone.open(path)
      page.setDefaultTimeout(20_000)
      await page.waitForTimeout(5_000)
      await page.evaluate(watch)
      for (const [act, run] of Object.entries(acts)) {
        await run(page)
        await page.waitForTimeout(settled_ms)
        seen.set(act, [...(seen.get(act) ?? []), await readLongest(page)])
      }
      await close()
    }
    for (const [act, all] of seen)
      rows.push([name, act, whole(median(all)), whole(Math.min(...all)), whole(Math.max(...all))])
  }
} finally {
  await phone.stop()
}
console.info(`\nprocessor ${throttling.processor} times slower, ${rounds} rounds, load ${loadavg()[0]!.toFixed(0)}\n`)
printTable(['page', 'interaction', 'median ms', 'fastest', 'slowest'], rows)
