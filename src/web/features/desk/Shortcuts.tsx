import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { tinykeys } from 'tinykeys'
import type { DeskScreen } from '#contract/desk/screens.ts'
import { paths } from '#web/paths.ts'
import { beginSequence, singleKey } from './shortcutSetting.ts'

const ShortcutList = lazy(async () => ({ default: (await import('./ShortcutList.tsx')).ShortcutList }))

interface ShortcutsProps {
  screens: readonly DeskScreen[]
  onSearch: () => void
}

/** The desk's keyboard shortcuts that hold on every screen, and their list. */
export function Shortcuts({ screens, onSearch }: ShortcutsProps) {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const going = screens.flatMap(({ name, letter }): [string, (event: KeyboardEvent) => void][] =>
      letter === undefined ? [] : [[`g ${letter}`, singleKey(() => void navigate(paths.desk(name)))]],
    )
    return tinykeys(window, {
      '$mod+k': (event) => {
        event.preventDefault()
        onSearch()
      },
      'Shift+?': singleKey(() => setIsOpen(true)),
      g: singleKey(beginSequence),
      ...Object.fromEntries(going),
    })
  }, [screens, navigate, onSearch])
  return isOpen ? (
    <Suspense>
      <ShortcutList screens={screens} onClose={() => setIsOpen(false)} />
    </Suspense>
  ) : null
}
