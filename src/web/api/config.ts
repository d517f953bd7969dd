import { countryCodes } from '#contract/geography.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { PageConfig } from '#contract/system.ts'

/** Settings that the server wrote into the page for the first render. */
export let pageConfig: PageConfig = read()

/** For the server, which has no page to read them from. */
export const setPageConfig = (config: PageConfig): void => {
  pageConfig = config
}

/** The countries that this server offers, in their order. */
export const servedCountries = (): readonly CountryCode[] => pageConfig.countries ?? countryCodes

function read(): PageConfig {
  const text = typeof document === 'undefined' ? null : document.getElementById('page-config')?.textContent
  if (text) return JSON.parse(text) as PageConfig
  // Vite's development server writes no settings.
  return { demo: true, simulated_payments: true, dev_mail: true, demo_desk: true, ip_lookups: [] }
}
