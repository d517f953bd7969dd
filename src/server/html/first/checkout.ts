import { parkLabel } from '#contract/park-label.ts'
import type { Park, ParkSummary } from '#contract/parks.ts'
import type { PageConfig } from '#contract/system.ts'
import { html, type Markup } from '#server/html/markup.ts'
import type { Words } from '#server/html/plain.ts'
import { measure, skeleton, standardFrame } from './frame.ts'

/** The head of `Checkout.tsx`: what is booked. A park that cannot be booked begins with the loader. */
export const checkoutView = (t: Words, config: PageConfig, park: Park): Markup | undefined =>
  park.bookable
    ? standardFrame(
        t,
        config,
        html`<div class="${measure} pb-6 lg:pb-14">
          <div class="pt-6 pb-5 sm:pt-9"><h1 class="text-2xl">${t('checkout.title')}</h1></div>
          <div class="gap-x-14 lg:grid lg:grid-cols-[minmax(0,1fr)_27rem]">
            <div>
              <div class="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4">
                <span class="size-19 rounded-lg bg-map-land sm:size-24"></span>
                <div class="min-w-0">
                  <h2 class="text-lg leading-snug">${parkLabel(park, t)}</h2>
                  ${park.name !== null && html`<p class="mt-0.5 text-base text-ink-2">${addressOf(park)}</p>`}
                  <p class="flex flex-wrap items-center gap-x-3">
                    <span class="py-1 text-sm font-semibold text-act touch:py-2.5">${t('checkout.about_park')}</span>
                    ${park.examples.length > 0 && exampleTag(t)}
                  </p>
                </div>
              </div>
              <div class="py-5">
                <h2 class="mb-3 text-lg lg:text-xl">${t('checkout.times')}</h2>
                ${skeleton('h-31 xs:h-15 rounded-lg')}
              </div>
            </div>
            <div class="mt-3 lg:mt-0">${skeleton('h-64 rounded-2xl')}</div>
          </div>
        </div>`,
      )
    : undefined

const addressOf = ({ address, city, state }: ParkSummary): string =>
  [...new Set([address, city, state].filter((part) => part !== null && part !== ''))].join(', ')

const exampleTag = (t: Words): Markup =>
  html`<span
    class="inline-flex min-h-6 items-center rounded-sm border border-dashed border-edge px-2 py-0.5 text-xs font-semibold whitespace-nowrap text-ink-2"
    >${t('common.example')}</span
  >`
