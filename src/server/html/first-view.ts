import { brand } from '#brand.ts'
import type { PageKey } from '#contract/pages.ts'
import type { Language } from '#contract/places.ts'
import type { PageConfig } from '#contract/system.ts'
import { html, Markup } from '#server/html/markup.ts'
import { wordsIn, type Words } from '#server/html/views/common.ts'

/*
 * What the home page shows at once, before its code has run: the same head and headline in the same place (DemoBanner,
 * Header, HomePage), so that nothing moves when the page itself takes its place. Every other page begins with the loader.
 */

export const firstViewOf = (key: PageKey | undefined, language: Language, config: PageConfig): Markup | undefined =>
  key === 'home' ? homeOf(wordsIn(language), config) : undefined

const measure = 'mx-auto w-full max-w-[86rem] px-4 sm:px-6 lg:px-10'

const homeOf = (t: Words, config: PageConfig): Markup =>
  html`<div class="flex min-h-dvh flex-col">
    <p class="sr-only" role="status">${t('shell.loading_product', { brand: brand.name })}</p>
    ${(config.demo || config.simulated_payments) && bannerOf(t, config)}
    <div class="border-b border-transparent bg-paper max-lg:on-night max-lg:bg-night lg:border-line lg:bg-card">
      <div class="${measure} flex h-17 items-center">
        <span class="-ml-1 flex p-1">${logo}</span>
      </div>
    </div>
    <div class="bay-hero on-night">
      <div class="${measure} pt-6 pb-34 lg:pt-16 lg:pb-38">
        <h1 class="max-w-xl text-[2.15rem] leading-[1.08] tracking-display lg:max-w-3xl lg:text-4xl">
          ${t('home.title_before')}<u class="kerb-mark whitespace-nowrap">${t('home.title_yours')}</u>${t(
            'home.title_after',
          )}
        </h1>
        <p class="mt-4 max-w-2xl text-md text-on-night-2 lg:mt-6 lg:text-lg">
          <span class="lg:hidden">${t('home.lead_short')}</span><span class="max-lg:hidden">${t('home.lead')}</span>
        </p>
      </div>
    </div>
  </div>`

const bannerOf = (t: Words, config: PageConfig): Markup =>
  html`<div class="on-night border-b border-night-line bg-night text-xs">
    <div class="mx-auto flex max-w-[86rem] items-center gap-2 py-0.5 pr-1 pl-4 sm:pl-6 lg:pr-7 lg:pl-10">
      <p class="flex-1 py-1.5 text-on-night-2">
        ${
          config.demo &&
          html`<strong class="font-semibold text-kerb">${t('shell.demo.example')}</strong> ${t('shell.demo.facts')} `
        }
        ${config.simulated_payments && t('shell.demo.payments')}
      </p>
      <span class="size-9 shrink-0 touch:size-11"></span>
    </div>
  </div>`

const logo = html`<span class="inline-flex items-center gap-2 text-xl leading-none font-black tracking-display"
  ><svg viewBox="0 0 32 32" class="size-[1.2em] shrink-0" aria-hidden="true">
    <rect width="32" height="32" rx="8.5" class="fill-night" />
    <g class="stroke-kerb" stroke-width="4.2" stroke-linecap="round">
      <path transform="matrix(.9 0 0 .9 .75 1.6)" d="M6 24 12.7 8M13.6 24 20.3 8M21.2 24 27.9 8" />
    </g></svg
  >${brand.name}</span
>`
