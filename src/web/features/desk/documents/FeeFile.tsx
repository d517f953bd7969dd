import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { feeColumns, maxFeeFile_bytes, type FeeImportReport } from '#contract/documents/desk/document-fee-table.ts'
import { call, CallError } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

interface Checked {
  file: File
  report: FeeImportReport
}

/** All fees as a file, and a file's fees: checked first, with what becomes of each line, and stored once that was read. */
export function FeeFile({ mayImport, onStored }: { mayImport: boolean; onStored: () => void }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { withReauth, dialog } = useReauth()
  const [checked, setChecked] = useState<Checked>()
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const run = async (file: File, stores: boolean) => {
    const form = new FormData()
    form.set('stores', String(stores))
    form.set('file', file)
    setIsBusy(true)
    setRefusal(undefined)
    try {
      const report = await call('POST /api/v1/admin/document-fee-table/lines', { form })
      setChecked({ file, report })
      if (stores) onStored()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setRefusal(describeFailure(site, failure))
    } finally {
      setIsBusy(false)
      if (input.current !== null) input.current.value = ''
    }
  }
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > maxFeeFile_bytes) setRefusal(t('desk.documents.fee_table.too_large'))
    else await run(file, false)
  }
  const save = () =>
    withReauth(async () => {
      await download('GET /api/v1/admin/document-fee-table/file', undefined as never, 'parkwell-document-fees.csv')
      toast(t('desk.documents.fee_table.exported'))
    })
  return (
    <Card as="section" padding="lg" className="min-w-0">
      <h2 className="mb-1 text-md font-bold">{t('desk.documents.fee_table.file')}</h2>
      <p className="mb-4 max-w-prose text-sm text-ink-2">{t('desk.documents.fee_table.file_text')}</p>
      <div className="grid grid-cols-1 gap-4">
        <Button variant="outline" size="md" onClick={save} className="justify-self-start">
          <Download aria-hidden="true" className="size-4.5" />
          {t('desk.documents.fee_table.export')}
        </Button>
        {mayImport && checked === undefined && (
          <Field
            label={t('desk.documents.fee_table.choose')}
            hint={t('desk.documents.fee_table.choose_hint', { columns: feeColumns.join(', ') })}
            error={refusal}
            className="max-w-2xl wrap-anywhere"
          >
            <TextInput
              ref={input}
              type="file"
              accept=".csv,text/csv"
              disabled={isBusy}
              onChange={({ target }) => void choose((target as HTMLInputElement).files?.[0])}
            />
          </Field>
        )}
        <p role="status" className="sr-only">
          {isBusy ? t('desk.documents.fee_table.checking') : ''}
        </p>
        {checked !== undefined && (
          <>
            <Report name={checked.file.name} report={checked.report} />
            {refusal !== undefined && <Notice tone="error">{refusal}</Notice>}
            <div className="flex flex-wrap gap-2">
              {!checked.report.stored && checked.report.accepted > 0 && (
                <Button size="md" busy={isBusy} onClick={() => void run(checked.file, true)}>
                  {t('desk.documents.fee_table.import', { count: checked.report.accepted })}
                </Button>
              )}
              <Button variant="outline" size="md" disabled={isBusy} onClick={() => setChecked(undefined)}>
                {t('desk.documents.fee_table.cancel')}
              </Button>
            </div>
          </>
        )}
      </div>
      {dialog}
    </Card>
  )
}

/** What becomes of each line: those that were refused first. */
function Report({ name, report }: { name: string; report: FeeImportReport }) {
  const { t, translateKey } = useDeskWords()
  const lines = report.lines.toSorted(
    (a, b) => Number(b.outcome === 'refused') - Number(a.outcome === 'refused') || a.line - b.line,
  )
  const counts = t('desk.documents.fee_table.counts', {
    accepted: report.accepted,
    unchanged: report.unchanged,
    refused: report.refused,
  })
  return (
    <>
      <Notice
        live
        tone={report.stored ? 'success' : report.refused > 0 ? 'warning' : 'info'}
        title={t(report.stored ? 'desk.documents.fee_table.done_title' : 'desk.documents.fee_table.check_title', {
          name,
        })}
      >
        {counts}
        {!report.stored && report.accepted === 0 && report.refused > 0 && (
          <span className="block">{t('desk.documents.fee_table.nothing')}</span>
        )}
      </Notice>
      <div
        className="max-h-120 overflow-auto rounded-xl border border-line"
        role="region"
        aria-label={counts}
        tabIndex={0}
      >
        <table className="w-full min-w-140 text-sm">
          <thead>
            <tr className="sticky top-0 border-b border-line bg-card">
              {(['line', 'outcome', 'fee', 'reason'] as const).map((heading) => (
                <th key={heading} scope="col" className="px-3 py-2 text-left">
                  {t(`desk.documents.fee_table.${heading}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, outcome, text, reason }) => (
              <tr key={line} className="border-b border-line align-top last:border-0">
                <td className="px-3 py-2 tabular-nums">{line}</td>
                <td className={cx('px-3 py-2 font-semibold', outcome === 'refused' && 'text-bad')}>
                  {translateKey(`desk.words.import_outcomes.${outcome}`)}
                </td>
                <td className="px-3 py-2 wrap-anywhere">{text}</td>
                <td className="px-3 py-2 wrap-anywhere">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
