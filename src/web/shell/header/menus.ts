import type { ContentPage } from '#contract/pages.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { sellsIn } from '#contract/settings/company.ts'
import { paths } from '#web/paths.ts'

type Content = Extract<ContentPage, 'marketplace' | 'get-started' | 'about' | 'blog' | 'vehicle-docs-renewal'>
export type MenuEntry = 'home' | 'find' | 'search' | 'events' | Content

/** The two headers of the specification, section 2 (docs/decisions/0017). */
const menus = {
  newer: ['home', 'find', 'events', 'marketplace', 'vehicle-docs-renewal', 'get-started', 'about'],
  older: ['search', 'events', 'marketplace', 'blog', 'about', 'vehicle-docs-renewal'],
} as const satisfies Record<string, readonly MenuEntry[]>
export type MenuName = keyof typeof menus

export const menuPath = (entry: MenuEntry): string => {
  if (entry === 'home') return paths.home()
  if (entry === 'find') return paths.parksList()
  if (entry === 'search') return paths.search()
  return entry === 'events' ? paths.events() : paths.content(entry)
}

/**
 * Omits vehicle documents outside Nigeria, the marketplace where it is off, and Get Started for users, who have the profile
 * menu instead.
 */
export const listMenuEntries = (
  menu: MenuName,
  { country, signedIn }: { country: CountryCode; signedIn: boolean },
): readonly MenuEntry[] =>
  menus[menu].filter((entry) => {
    if (entry === 'vehicle-docs-renewal') return country === 'NG'
    if (entry === 'marketplace') return sellsIn(country)
    return entry !== 'get-started' || !signedIn
  })
