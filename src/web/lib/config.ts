import type { PageConfig } from '#contract/system.ts'

/** Settings that the server wrote into the page for the first render. */
export const pageConfig: PageConfig = read()

function read(): PageConfig {
  const text = document.getElementById('page-config')?.textContent
  if (text) return JSON.parse(text) as PageConfig
  // Vite's development server writes no settings.
  return { demo: true, simulated_payments: true, dev_mail: true, ip_lookups: [] }
}
