import type { StatementRecord } from '#contract/payouts/desk/statements.ts'
import { DownloadFile } from '#web/features/lists/record/DownloadFile.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'

/** A statement as PDF. */
export const StatementPanel: RecordPanel = ({ record }) => {
  const { t } = useDeskWords()
  const { id, number } = record as unknown as StatementRecord
  return (
    <DownloadFile
      call="GET /api/v1/admin/statements/{id}/pdf"
      id={id}
      name={`${number}.pdf`}
      text={t('desk.records.statement_file.text')}
      label={t('desk.records.statement_file.download')}
    />
  )
}
