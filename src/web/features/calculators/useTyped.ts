import { useState } from 'react'
import { readTabValue, writeTabValue } from '#web/storage/tabStorage.ts'

/** Calculator input, saved in this tab; undefined means the calculator's default. */
export function useTyped<Name extends string>(key: string) {
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>(() => {
    const stored = readTabValue(key)
    return typeof stored === 'object' && stored !== null ? (stored as Partial<Record<Name, string>>) : {}
  })
  const type = (change: Partial<Record<Name, string | undefined>>) => {
    const next = { ...typed, ...change } as Partial<Record<Name, string>>
    setTyped(next)
    writeTabValue(key, next)
  }
  return { typed, type }
}
