import { useTranslation } from '#web/page/translation.ts'
import type { MenuEntry } from './menus.ts'

/** Returns the label of a menu entry. */
export function useMenuLabel(): (entry: MenuEntry) => string {
  const { t } = useTranslation()
  return (entry) =>
    entry === 'home' || entry === 'find' || entry === 'search' || entry === 'events'
      ? t(`shell.nav.${entry}`)
      : t(`content.links.${entry}`)
}
