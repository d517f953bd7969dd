import { brand } from '#brand.ts'
import type { PageConfig } from '#contract/system.ts'
import { html, type Markup } from '#server/html/markup.ts'
import type { Words } from '#server/html/plain.ts'

/** As `ui/Page.tsx`. */
export const measure = 'mx-auto w-full max-w-[86rem] px-4 sm:px-6 lg:px-10'

/** A page of the standard layout (`shell/StandardLayout.tsx`) with the words over it that say what is awaited. */
export const standardFrame = (t: Words, config: PageConfig, main: Markup): Markup =>
  html`<div class="flex min-h-dvh flex-col">
    ${comingOf(t)}${bannerOf(t, config)}
    <div class="border-b border-transparent bg-paper lg:border-line lg:bg-card">
      <div class="${measure} flex h-17 items-center"><span class="-ml-1 flex p-1">${logo}</span></div>
    </div>
    <div class="min-h-dvh flex-1 pt-2">${main}</div>
  </div>`

const comingOf = (t: Words): Markup =>
  html`<p class="sr-only" role="status">${t('shell.loading_product', { brand: brand.name })}</p>`

const bannerOf = (t: Words, config: PageConfig): Markup | undefined =>
  config.demo || config.simulated_payments
    ? html`<div class="on-night border-b border-night-line bg-night text-xs">
        <div class="mx-auto flex max-w-[86rem] items-center gap-2 py-0.5 pr-1 pl-4 sm:pl-6 lg:pr-7 lg:pl-10">
          <p class="flex-1 py-1.5 text-on-night-2">
            ${
              config.demo &&
              html`<strong class="font-semibold text-kerb">${t('shell.demo.example')}</strong>
                ${t('shell.demo.facts')} `
            }
            ${config.simulated_payments && t('shell.demo.payments')}
          </p>
          <span class="size-9 shrink-0 touch:size-11"></span>
        </div>
      </div>`
    : undefined

const logo: Markup = html`<span class="inline-flex items-center gap-2 text-xl leading-none font-black tracking-display"
  ><svg viewBox="0 0 32 32" class="size-[1.2em] shrink-0" aria-hidden="true">
    <rect width="32" height="32" rx="8.5" class="fill-night" />
    <g class="stroke-kerb" stroke-width="4.2" stroke-linecap="round">
      <path transform="matrix(.9 0 0 .9 .75 1.6)" d="M6 24 12.7 8M13.6 24 20.3 8M21.2 24 27.9 8" />
    </g></svg
  >${brand.name}</span
>`

/** A slot for what is on its way, as `ui/Skeleton.tsx`. */
export const skeleton = (look: string): Markup => html`<span class="bay-skeleton block rounded-md ${look}"></span>`
