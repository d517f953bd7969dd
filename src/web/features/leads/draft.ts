import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { LeadKind } from '#contract/leads.ts'
import { readTabValue, removeTabValue, writeTabValue } from '#web/lib/tabStorage.ts'

const keyOf = (kind: LeadKind) => `lead_${kind}`

/** What was typed before a reload, in this tab; nothing is kept longer than the tab. */
export function readDraft(kind: LeadKind): Record<string, string> {
  const kept = readTabValue(keyOf(kind))
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
}

export const dropDraft = (kind: LeadKind) => removeTabValue(keyOf(kind))

/**
 * Keeps what is typed as it is typed, and of a file its name: a tab's storage is too small for what is in it, and after
 * a reload the form asks for it again.
 */
export function useDraft(kind: LeadKind, form: UseFormReturn<FieldValues>, fileName: string): void {
  useEffect(() => {
    if (fileName !== (readDraft(kind)['file'] ?? '')) writeTabValue(keyOf(kind), { ...readDraft(kind), file: fileName })
  }, [kind, fileName])
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => {
      const { website: _trap, ...typed } = values
      const plain = Object.entries(typed).map(([name, value]) => [name, value == null ? '' : String(value)])
      writeTabValue(keyOf(kind), { ...Object.fromEntries(plain), file: fileName })
    })
    return unsubscribe
  }, [kind, form, fileName])
}
