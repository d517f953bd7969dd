import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { tinykeys } from 'tinykeys'
import type { DeskScreen } from '#contract/lists/screens.ts'
import { useLeaveFor } from '#web/features/lists/formGuard.ts'
import { beginSequence, singleKey, whileTyping } from '#web/features/lists/shortcutSetting.ts'
import { lazyDialog } from '#web/page/lazyPart.tsx'
import { paths } from '#web/paths.ts'

const ShortcutList = lazyDialog(async () => (await import('./ShortcutList.tsx')).ShortcutList)

interface ShortcutsProps {
  screens: readonly DeskScreen[]
  onSearch: () => void
}

/** The desk's keyboard shortcuts that hold on every screen, and their list. */
export function Shortcuts({ screens, onSearch }: ShortcutsProps) {
  const leaveFor = useLeaveFor()
  const [isOpen, setIsOpen] = useState(false)
  const letters = screens.map(({ letter = '' }) => letter).join('')
  const go = useEffectEvent((letter: string) => {
    const screen = screens.find((candidate) => candidate.letter === letter)
    if (screen !== undefined) leaveFor(paths.desk(screen.name))
  })
  const openPalette = useEffectEvent((event: KeyboardEvent) => {
    event.preventDefault()
    onSearch()
  })
  // Listens on through each render, which would otherwise end a sequence that has begun.
  useEffect(() => {
    // Each on its own: a key that is a shortcut by itself begins no sequence beside it, and one sequence that is met leaves
    // the others waiting for its letter (tinykeys 4.0).
    const stops = [
      tinykeys(window, { '$mod+k': openPalette }, whileTyping),
      tinykeys(window, { g: singleKey(beginSequence) }),
      tinykeys(window, { 'Shift+?': singleKey(() => setIsOpen(true)) }),
      ...[...letters].map((letter) => tinykeys(window, { [`g ${letter}`]: singleKey(() => go(letter)) })),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [letters])
  return isOpen ? (
    <Suspense>
      <ShortcutList screens={screens} onClose={() => setIsOpen(false)} />
    </Suspense>
  ) : null
}
