import { lazy, Suspense, useEffect, useState } from 'react'
import { tinykeys } from 'tinykeys'
import type { DeskScreen } from '#contract/lists/screens.ts'
import { useLeaveFor } from '#web/features/lists/formGuard.ts'
import { beginSequence, singleKey, whileTyping } from '#web/features/lists/shortcutSetting.ts'
import { paths } from '#web/paths.ts'

const ShortcutList = lazy(async () => ({ default: (await import('./ShortcutList.tsx')).ShortcutList }))

interface ShortcutsProps {
  screens: readonly DeskScreen[]
  onSearch: () => void
}

/** The desk's keyboard shortcuts that hold on every screen, and their list. */
export function Shortcuts({ screens, onSearch }: ShortcutsProps) {
  const leaveFor = useLeaveFor()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const going = screens.flatMap(({ name, letter }): [string, (event: KeyboardEvent) => void][] =>
      letter === undefined ? [] : [[`g ${letter}`, singleKey(() => leaveFor(paths.desk(name)))]],
    )
    const openPalette = (event: KeyboardEvent) => {
      event.preventDefault()
      onSearch()
    }
    const stopPalette = tinykeys(window, { '$mod+k': openPalette }, whileTyping)
    const stopLetters = tinykeys(window, {
      'Shift+?': singleKey(() => setIsOpen(true)),
      g: singleKey(beginSequence),
      ...Object.fromEntries(going),
    })
    return () => {
      stopPalette()
      stopLetters()
    }
  }, [screens, leaveFor, onSearch])
  return isOpen ? (
    <Suspense>
      <ShortcutList screens={screens} onClose={() => setIsOpen(false)} />
    </Suspense>
  ) : null
}
