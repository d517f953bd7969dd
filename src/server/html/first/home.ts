import type { PageConfig } from '#contract/system.ts'
import { html, type Markup } from '#server/html/markup.ts'
import type { Words } from '#server/html/views/common.ts'
import { measure, standardFrame } from './frame.ts'

/** The headline of `HomePage.tsx`. */
export const homeView = (t: Words, config: PageConfig): Markup =>
  standardFrame(
    t,
    config,
    html`<div class="bay-hero on-night">
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
    </div>`,
    true,
  )
