import { parkLabel } from '#contract/park-label.ts'
import type { Park, ParkSummary } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import type { PageConfig } from '#contract/system.ts'
import { html, type Markup } from '#server/html/markup.ts'
import { formatCount, type Words } from '#server/html/views/common.ts'
import { measure, skeleton, standardFrame } from './frame.ts'

/** The head of a park's page: `ParkHero.tsx`, and of `Facts.tsx` the chips and what is an example. */
export const parkView = (t: Words, language: Language, config: PageConfig, park: Park): Markup =>
  standardFrame(
    t,
    config,
    html`<div class="-mt-2">
      <div class="bay-hero on-night">
        <div class="${measure} flex min-h-48 flex-col gap-3 pt-4 pb-5 lg:min-h-60 lg:pt-6 lg:pb-8">
          <span class="block min-h-8 touch:min-h-11"></span>
          <div class="mt-auto flex flex-wrap gap-2">${tagsOf(t, language, park)}</div>
          <h1 class="max-w-3xl text-[1.7rem] leading-[1.12] lg:text-3xl">${parkLabel(park, t)}</h1>
          <p class="max-w-3xl text-base text-on-night-2">
            ${[t(`park.kinds.${park.kind}`), addressOf(park)].filter((part) => part !== '').join(' · ')}
          </p>
        </div>
      </div>
      <div class="${measure} grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <div class="grid content-start gap-4 pt-4 lg:pt-7">
          <div class="flex flex-wrap gap-2">${chipsOf(t, language, park).map(chip)}</div>
          ${examplesOf(t, language, park)}
        </div>
        <div class="pt-5 lg:row-span-2 lg:pt-7">${skeleton('h-64 rounded-2xl')}</div>
      </div>
    </div>`,
  )

type Named = Pick<ParkSummary, 'name' | 'address' | 'city'>

export const addressOf = ({ address, city, state }: Named & Pick<ParkSummary, 'state'>): string =>
  [...new Set([address, city, state].filter((part) => part !== null && part !== ''))].join(', ')

const tones = { free: 'bg-free-soft text-free', few: 'bg-few-soft text-few', full: 'bg-full-soft text-full' } as const
const spacesWords = { free: 'park.free_now', few: 'park.few_now', full: 'park.full_now' } as const

/** As `parks/spaces.ts`. */
function toneOf(count: number): keyof typeof tones {
  return count === 0 ? 'full' : count <= 5 ? 'few' : 'free'
}

function tagsOf(t: Words, language: Language, park: Park): Markup[] {
  const tag = (look: string, text: string) =>
    html`<span
      class="inline-flex min-h-6 items-center rounded-sm px-2 py-0.5 text-xs font-semibold whitespace-nowrap ${look}"
      >${text}</span
    >`
  const tags = []
  if (park.bookable && typeof park.available === 'number' && park.open !== false) {
    const count = Math.max(0, park.available)
    const tone = toneOf(count)
    tags.push(tag(tones[tone], t(spacesWords[tone], { count, number: formatCount(count, language) })))
  }
  if (!park.bookable) tags.push(tag('bg-full-soft text-ink-2', t('park.not_bookable')))
  if (park.open === false) tags.push(tag(tones.full, t('park.closed_then')))
  return tags
}

function chipsOf(t: Words, language: Language, { fits, amenities, capacity, capacity_is_estimate }: Park): string[] {
  const vehicle = t('search.car')
  const fit = fits === null ? t('park.fits_unknown') : t(fits ? 'park.fits' : 'park.too_large', { vehicle })
  const offered = amenities.map((amenity) => t(`park.amenities.${amenity}`))
  if (capacity === null) return [fit, ...offered]
  const total = formatCount(capacity, language)
  return [
    fit,
    ...offered,
    capacity_is_estimate ? t('park.spaces_about', { total }) : t('park.spaces', { count: capacity, total }),
  ]
}

/** With room for its icon. */
const chip = (text: string): Markup =>
  html`<span
    class="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-card px-3.5 touch:min-h-11 text-sm font-medium whitespace-nowrap text-ink"
    ><span class="size-4"></span>${text}</span
  >`

/** As `ExampleTag` and `ExampleNotice` say it. */
function examplesOf(t: Words, language: Language, { examples }: Park): Markup | undefined {
  if (examples.length === 0) return undefined
  const facts = new Intl.ListFormat(language).format(examples.map((fact) => t(`park.example_fact.${fact}`)))
  return html`<div
    class="flex flex-wrap items-start gap-x-3 gap-y-1.5 rounded-lg border border-dashed border-edge px-4 py-3"
  >
    ${exampleTag(t)}
    <p class="min-w-0 flex-1 basis-64 text-sm text-ink-2">
      ${examples.includes('park') ? t('park.example_park') : t('park.example_facts', { facts })}
    </p>
  </div>`
}

export const exampleTag = (t: Words): Markup =>
  html`<span
    class="inline-flex min-h-6 items-center rounded-sm border border-dashed border-edge px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-ink-2"
    >${t('common.example')}</span
  >`
