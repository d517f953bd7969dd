import { deskRecords } from '#contract/desk/records.ts'
import type { DeskColumn, DeskRow } from '#contract/lists/lists.ts'
import type { ServedRecord } from '#contract/lists/records.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { useChanges } from '../record/useChanges.ts'
import { useDeskWords } from '../words.ts'

interface ChangesCellProps {
  changes: NonNullable<DeskColumn['changes']>
  row: DeskRow
  after: string | null
}

/** What an entry of the audit log changed, in one line. */
export function ChangesCell({ changes: { kind, before, screens }, row, after }: ChangesCellProps) {
  const { t } = useDeskWords()
  const read = (name: string) => row[name as keyof DeskRow] as string | null
  const screen = screens[read(kind) ?? '']
  const record = (deskRecords as Readonly<Record<string, ServedRecord>>)[screen ?? '']
  const toWords = useChanges(record, deviceZone())
  const text = toWords(read(before), after)
    .map((change) => t('desk.record.change', { ...change }))
    .join(' · ')
  if (text === '') return <span className="text-ink-3">–</span>
  return <span title={text}>{text}</span>
}
