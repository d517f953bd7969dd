import { parkLabel } from '#contract/park-label.ts'
import { formatDuration } from '#contract/duration.ts'
import { formatMoney } from '#contract/money.ts'
import type { Page } from '#contract/fields.ts'
import type { ParkSummary } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { PageConfig } from '#contract/system.ts'
import { html, type Markup } from '#server/html/markup.ts'
import { formatCount, type Words } from '#server/html/plain.ts'
import { skeleton, wideFrame } from './frame.ts'

/** So many fill a screen. */
const most = 6
/** Of a window that nobody has chosen. */
const usual_min = 120

/**
 * The list of `SearchPage.tsx` with what it found, in its sheet under the ground of the map, or alone where `begin.ts` says
 * that this phone begins without one.
 */
export const searchView = (
  t: Words,
  language: Language,
  config: PageConfig,
  query: URLSearchParams,
  found: Page<ParkSummary>,
): Markup =>
  wideFrame(
    t,
    config,
    html`<div class="flex min-h-13 w-full items-center rounded-xl border border-line bg-card px-3 py-1.5 sm:px-4">
      <span class="block truncate text-md leading-snug font-semibold">${query.get('place') ?? ''}</span>
    </div>`,
    html`<div class="absolute inset-0 flex flex-col list-alone:justify-center lg:flex-row">
      <div class="h-[41%] min-h-48 shrink-0 bg-map-land list-alone:hidden lg:order-last lg:h-auto lg:flex-1"></div>
      <div
        class="relative z-10 -mt-5 flex-1 overflow-hidden rounded-t-2xl bg-paper shadow-float list-alone:mt-0 list-alone:max-w-4xl list-alone:rounded-none list-alone:shadow-none lg:mt-0 lg:max-w-[35rem] lg:basis-[40%] lg:rounded-none lg:border-r lg:border-line lg:shadow-none"
      >
        <span class="block h-6 list-alone:hidden lg:hidden"></span>
        <div class="grid gap-1.5 border-b border-line pb-3 list-alone:pt-4 lg:pt-4">
          <div class="-my-1 flex gap-2 overflow-hidden px-4 py-1 sm:px-6">
            ${['w-24', 'w-20', 'w-28', 'w-16'].map((width) => skeleton(`h-9 ${width} shrink-0 rounded-full touch:h-11`))}
          </div>
          <div class="px-4 sm:px-6">
            <p class="flex min-h-9 items-center font-semibold touch:min-h-11">
              ${t('search.total_around', { count: found.total, total: formatCount(found.total, language) })}
            </p>
            <p class="text-sm text-ink-2">
              ${t('search.total_prices', { duration: formatDuration(minutesOf(query), language) })}
            </p>
          </div>
        </div>
        <p class="mx-4 my-3 hidden rounded-lg bg-act-soft px-4 py-3 pl-12 text-base list-alone:block sm:mx-6">
          ${t('search.map_slow')}
        </p>
        ${found.items.slice(0, most).map((park) => cardOf(t, language, park))}
      </div>
    </div>`,
  )

/** The length of the window, in minutes. */
function minutesOf(query: URLSearchParams): number {
  const [start, end] = ['start', 'end'].map((name) => Date.parse(query.get(name) ?? ''))
  const minutes = (end! - start!) / 60_000
  return Number.isNaN(minutes) ? usual_min : minutes
}

const cardOf = (t: Words, language: Language, park: ParkSummary): Markup =>
  html`<div
    class="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 border-b border-line px-4 py-3.5 sm:gap-x-4 sm:px-6 sm:py-4.5"
  >
    <span class="h-19 w-19 rounded-lg bg-map-land sm:h-24 sm:w-28"></span>
    <div class="min-w-0">
      <p class="line-clamp-3 text-md leading-snug font-bold tracking-tight sm:text-[1.0625rem]">
        ${parkLabel(park, t)}
      </p>
      <span class="mt-2 grid gap-2"
        >${['w-3/5', 'w-full', 'w-2/5'].map((width) => skeleton(`h-3 ${width} rounded-sm`))}</span
      >
      <span class="mt-2.5 block">${skeleton('h-6 w-16 rounded-sm')}</span>
    </div>
    <p class="text-right text-lg font-black tracking-tighter whitespace-nowrap sm:text-[1.4rem] sm:leading-tight">
      ${park.price === null ? '–' : park.price.amount === 0 ? t('common.free') : formatMoney(park.price.amount, park.price.currency, language)}
    </p>
  </div>`
