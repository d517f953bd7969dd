import { useEffect, useSyncExternalStore } from 'react'
import { onStorageChange, readText, removeStored, writeText } from '#web/storage/storage.ts'

export const themes = ['system', 'light', 'dark'] as const
type ThemeChoice = (typeof themes)[number]

const key = 'desk_theme'

const readTheme = (): ThemeChoice => themes.find((theme) => theme === readText(key)) ?? 'system'

/** Chooses the theme of the desk on this device; `system` follows the device. */
export function chooseTheme(theme: ThemeChoice): void {
  if (theme === 'system') removeStored(key)
  else writeText(key, theme)
}

/** The theme that was chosen for the desk, in which the page is shown while the desk is open. */
export function useThemeChoice(): ThemeChoice {
  const theme = useSyncExternalStore(onStorageChange, readTheme, () => 'system' as const)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'system') return undefined
    dataset['theme'] = theme
    return () => {
      delete dataset['theme']
    }
  }, [theme])
  return theme
}
