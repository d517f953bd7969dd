import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { ShiftRecord } from '#contract/cash/desk/shifts.ts'
import { CallError } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { describeFailure } from '#web/api/failures.ts'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** The Z report of a closed shift. */
export const ZReportPanel: RecordPanel = ({ record }) => {
  const { t } = useDeskWords()
  const { id, status, register, number } = record as unknown as ShiftRecord
  return status === 'open' ? (
    <Notice>{t('desk.pos.z_report.open')}</Notice>
  ) : (
    <Download id={id} name={`z-${register}-${number}.pdf`} />
  )
}

function Download({ id, name }: { id: string; name: string }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const [failure, setFailure] = useState<string>()
  const save = async () => {
    setFailure(undefined)
    try {
      await download('GET /api/v1/admin/shifts/{id}/z-report', { id }, name)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(describeFailure(site, error))
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose text-ink-2">{t('desk.pos.z_report.text')}</p>
      <Button size="md" onClick={save}>
        <FileDown aria-hidden="true" className="size-4.5" />
        {t('desk.pos.z_report.download')}
      </Button>
      {failure !== undefined && (
        <p role="alert" className="font-semibold text-bad">
          {failure}
        </p>
      )}
    </div>
  )
}
