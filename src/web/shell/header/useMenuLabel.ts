import { useTranslation } from 'react-i18next'
import type { MenuEntry } from './menus.ts'

/** What a line of a menu is called. */
export function useMenuLabel(): (entry: MenuEntry) => string {
  const { t } = useTranslation()
  return (entry) =>
    entry === 'home' || entry === 'find' || entry === 'search' || entry === 'events'
      ? t(`shell.nav.${entry}`)
      : t(`content.links.${entry}`)
}
