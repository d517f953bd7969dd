import { loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import { search as words } from '#i18n/en/search.ts'
import { median, option, percentile, printTable, whole } from './lib.ts'
import { startPhone, throttling } from './phone.ts'

/*
 * Time from a key press to the first painted suggestion on a throttled phone, and to the server's response on screen.
 * Each text is typed on a new page, so that nothing is cached.
 */

const pause_ms = option('pause', 180)
const each = option('texts', 12)

interface Seen {
  text: string
  first_ms: number
  answer_ms: number
  first: string[]
  answer: string[]
}

const phone = await startPhone()
const fetchItems = async <T>(path: string) =>
  (await (await fetch(`${phone.address}/api/v1${path}`)).json()) as { items: T[] }
const cities = async (page: number) =>
  (await fetchItems<{ name: string }>(`/places/city?country=CA&size=100&page=${page}`)).items.map(({ name }) => name)
const spread = <T>(all: readonly T[]) =>
  Array.from({ length: each }, (_, n) => all[Math.floor(((n + 0.5) * all.length) / each)]!)

const largeCities = spread(await cities(1))
const parks = (await fetchItems<{ name: string | null }>('/parks/front/parks/?country=CA&size=100')).items
const swapped = (text: string, at: number) => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
const texts: Record<string, string[]> = {
  'large cities': largeCities,
  'small towns': spread(await cities(8)),
  airports: ['YYZ', 'YUL', 'YVR', 'Pearson', 'Trudeau'],
  'parks by name': spread([...new Set(parks.flatMap(({ name }) => name ?? []))]),
  'large cities, two letters swapped': largeCities.map((name, n) => swapped(name, 1 + (n % 3))),
}

/** Runs in the page: records for each key when options were painted and when they came from the server. */
function watch(suggesting: string) {
  const log: { text: string; first_ms?: number; answer_ms?: number; first?: string[]; answer?: string[] }[] = []
  Object.assign(window, { log })
  const shown = () =>
    [...document.querySelectorAll('[role=option]')].map(
      (entry) => entry.querySelector('.font-semibold')?.textContent ?? '',
    )
  const afterPaint = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => then(performance.now()))
      port1.start()
      port2.postMessage(undefined)
    })
  document.addEventListener(
    'input',
    (event) => {
      const box = event.target as HTMLInputElement
      const seen: (typeof log)[number] = { text: box.value }
      log.push(seen)
      const check = (now: number) => {
        if (log.at(-1) !== seen) return
        const options = shown()
        const status = [...document.querySelectorAll('[role=status]')].map((entry) => entry.textContent)
        const isPending = status.includes(suggesting)
        if (seen.first_ms === undefined && options.length > 0)
          Object.assign(seen, { first_ms: now - event.timeStamp, first: options })
        if (!isPending && status.some((text) => text !== '')) {
          Object.assign(seen, { answer_ms: now - event.timeStamp, answer: options })
          return
        }
        afterPaint(check)
      }
      afterPaint(check)
    },
    { capture: true },
  )
}

async function type(page: Page, text: string): Promise<Seen[]> {
  const box = page.getByRole('combobox', { name: words.where }).first()
  await box.tap()
  await page.evaluate(watch, words.suggesting)
  await page.waitForTimeout(600)
  for (const letter of text.slice(0, 8)) {
    await page.keyboard.type(letter)
    const began = Date.now()
    await page.waitForFunction(
      () => (window as unknown as { log: { answer_ms?: number }[] }).log.at(-1)?.answer_ms !== undefined,
    )
    await page.waitForTimeout(Math.max(0, pause_ms - (Date.now() - began)))
  }
  return page.evaluate(() => (window as unknown as { log: Seen[] }).log)
}

const rows: string[][] = []
const all: Seen[] = []
try {
  for (const [title, list] of Object.entries(texts)) {
    const seen: Seen[] = []
    for (const text of list) {
      const { page, close } = await phone.open('/')
      seen.push(...(await type(page, text)))
      await close()
    }
    all.push(...seen)
    rows.push(rowOf(title, seen))
  }
  rows.push(rowOf('all texts', all))
} finally {
  await phone.stop()
}

function rowOf(title: string, seen: readonly Seen[]): string[] {
  const shown = seen.filter(({ first }) => first !== undefined)
  const first = shown.map(({ first_ms }) => first_ms)
  const answers = seen.map(({ answer_ms }) => answer_ms)
  const early = shown.filter(({ first_ms, answer_ms }) => first_ms < answer_ms)
  const options = early.flatMap(({ first: at, answer }) => at.map((name, n) => ({ name, n, answer })))
  const share = (part: number, of: number) => (of === 0 ? '' : `${whole((part / of) * 100)} %`)
  return [
    title,
    whole(seen.length),
    whole(median(first)),
    whole(percentile(first, 0.95)),
    share(first.filter((ms) => ms < 100).length, seen.length),
    whole(median(answers)),
    whole(percentile(answers, 0.95)),
    share(options.filter(({ name, n, answer }) => answer[n] === name).length, options.length),
    share(options.filter(({ name, answer }) => !answer.includes(name)).length, options.length),
  ]
}

console.info(
  `\nProcessor ${throttling.processor} times slower, ${throttling.latency} ms to the server, load ${loadavg()[0]!.toFixed(0)}\n`,
)
printTable(
  [
    'texts',
    'keys',
    'first option, p50 ms',
    'p95',
    'under 100 ms',
    "server's response, p50 ms",
    'p95',
    'options shown earlier: same place in the response',
    'absent from it',
  ],
  rows,
)
