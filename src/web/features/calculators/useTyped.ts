import { useState } from 'react'
import { readSession, writeSession } from '#web/lib/tab.ts'

/** What was typed into a calculator, kept in this tab; undefined stays what the calculator assumes. */
export function useTyped<Name extends string>(key: string) {
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>(() => {
    const kept = readSession(key)
    return typeof kept === 'object' && kept !== null ? (kept as Partial<Record<Name, string>>) : {}
  })
  const type = (change: Partial<Record<Name, string | undefined>>) => {
    const next = { ...typed, ...change } as Partial<Record<Name, string>>
    setTyped(next)
    writeSession(key, next)
  }
  return { typed, type }
}
