import { useMemo, useSyncExternalStore } from 'react'
import type { DeskGroup } from '#contract/lists/screens.ts'
import { onStorageChange, readText, writeText } from '#web/storage/storage.ts'

interface MenuChoices {
  /** Groups that were opened or folded by hand. */
  open: Partial<Record<DeskGroup, boolean>>
  /** Names of screens, in the order in which they were marked. */
  favourites: readonly string[]
}

const none: MenuChoices = { open: {}, favourites: [] }

function parse(text: string | undefined): MenuChoices {
  try {
    const { open, favourites } = JSON.parse(text ?? '') as Partial<MenuChoices>
    return { open: open ?? {}, favourites: Array.isArray(favourites) ? favourites : [] }
  } catch {
    return none
  }
}

/** What a person has chosen for the menu on this device. */
export function useMenuChoices(user_id: string) {
  const key = `desk_menu_${user_id}`
  const stored = useSyncExternalStore(
    onStorageChange,
    () => readText(key),
    () => undefined,
  )
  const choices = useMemo(() => parse(stored), [stored])
  const choose = (change: (before: MenuChoices) => Partial<MenuChoices>) => {
    const before = parse(readText(key))
    writeText(key, JSON.stringify({ ...before, ...change(before) }))
  }
  return {
    ...choices,
    fold: (group: DeskGroup, isOpen: boolean) => choose(({ open }) => ({ open: { ...open, [group]: isOpen } })),
    toggleFavourite: (name: string) =>
      choose(({ favourites }) => ({
        favourites: favourites.includes(name) ? favourites.filter((other) => other !== name) : [...favourites, name],
      })),
  }
}
