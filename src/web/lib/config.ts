import type { PageConfig } from '#contract/system.ts'

/** What the server wrote into the page: settings that the first render needs. */
export const pageConfig: PageConfig = read()

function read(): PageConfig {
  const text = document.getElementById('page-config')?.textContent
  if (text) return JSON.parse(text) as PageConfig
  // Vite's development server writes none.
  return { demo: true, simulated_payments: true, dev_mail: true, map_style_url: '/basemap/style.json', ip_lookups: [] }
}
