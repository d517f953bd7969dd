import type { ShiftRecord } from '#contract/cash/desk/shifts.ts'
import { DownloadFile } from '#web/features/lists/record/DownloadFile.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** The Z report of a closed shift. */
export const ZReportPanel: RecordPanel = ({ record }) => {
  const { t } = useDeskWords()
  const { id, status, register, number } = record as unknown as ShiftRecord
  return status === 'open' ? (
    <Notice>{t('desk.pos.z_report.open')}</Notice>
  ) : (
    <DownloadFile
      call="GET /api/v1/admin/shifts/{id}/z-report"
      id={id}
      name={`z-${register}-${number}.pdf`}
      text={t('desk.pos.z_report.text')}
      label={t('desk.pos.z_report.download')}
    />
  )
}
