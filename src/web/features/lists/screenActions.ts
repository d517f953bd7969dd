import { useEffect, useRef } from 'react'

/** Something that can be done on the screen, which the palette offers too. */
export interface ScreenAction {
  name: string
  label: string
  run: () => void
}

const offered = new Set<() => readonly ScreenAction[]>()

/** What can be done on the screen that is shown. */
export const readScreenActions = (): ScreenAction[] => [...offered].flatMap((read) => read())

/** Offers what a part of the screen can do in the palette, as long as it is shown. */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const read = () => latest.current
    offered.add(read)
    return () => void offered.delete(read)
  }, [])
}
