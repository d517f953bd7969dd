import { deskRecords } from '#contract/desk/records.ts'
import { findChanged, writeChanges } from '#contract/lists/change-words.ts'
import type { DeskColumn, DeskRow } from '#contract/lists/lists.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { useChanges } from '../record/useChanges.ts'
import { useDeskWords, useWholeWords } from '../words.ts'

interface ChangesCellProps {
  changes: NonNullable<DeskColumn['changes']>
  row: DeskRow
  own: string | null
}

/** What an entry of the audit log changed, or what was before, in one line. */
export function ChangesCell({ changes, row, own }: ChangesCellProps) {
  const { t, labelled } = useDeskWords()
  const { isWhole } = useWholeWords(true)
  const toWords = useChanges(findChanged(changes, row, deskRecords), deviceZone())
  if (!isWhole) return null
  const write = (change: object) => t('desk.record.change', { ...change })
  const text = writeChanges(changes, row, own, { toWords, write, labelled })
  if (text === '') return <span className="text-ink-3">–</span>
  return <span title={text}>{text}</span>
}
