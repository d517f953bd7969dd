import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { itemColumns, maxItemFile_bytes, stockColumn } from '#contract/catalogue/desk/item-changes.ts'
import { itemList } from '#contract/catalogue/desk/items.ts'
import type { BulkChange, BulkReport as Report } from '#contract/desk/bulk-changes.ts'
import { call, CallError } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { describeFailure } from '#web/api/failures.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { BulkReport } from '../bulk/BulkReport.tsx'
import { RecentChanges } from '../bulk/RecentChanges.tsx'

/** Items, prices and stock as a file, and what was last changed for many items at once. */
export function ItemChangesScreen() {
  const { t, translateKey } = useDeskWords()
  useDeskTitle(t('desk.lists.item_changes.title'))
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'item-changes'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/item-changes', { signal }),
  })
  const nameOf = ({ source, name }: BulkChange) =>
    source === 'file' ? name : translateKey(`desk.words.item_changes.${name}`)
  return (
    <>
      <h1 className="text-xl">{t('desk.lists.item_changes.title')}</h1>
      <p className="mb-4 max-w-prose text-sm text-ink-2">{t('desk.lists.item_changes.description')}</p>
      <div className="grid max-w-5xl grid-cols-1 gap-5">
        <ItemImport />
        <ItemExport />
        {data === undefined && error !== null ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton className="h-48 rounded-xl" aria-label={t('desk.loading')} />
        ) : (
          <RecentChanges
            changes={data.items}
            nameOf={nameOf}
            undo={(id) => call('POST /api/v1/admin/item-changes/{id}/undo', { params: { id } })}
          />
        )}
      </div>
    </>
  )
}

function ItemExport() {
  const { t } = useDeskWords()
  const { withReauth, dialog } = useReauth()
  const save = (format: 'csv' | 'xlsx') =>
    withReauth(async () => {
      await download('GET /api/v1/admin/item-changes/file', undefined as never, `parkwell-items.${format}`, { format })
      toast(t('desk.shop.bulk.exported'))
    })
  return (
    <Card as="section" padding="lg" className="min-w-0">
      <h2 className="mb-1 text-md font-bold">{t('desk.shop.bulk.export_title')}</h2>
      <p className="mb-4 max-w-prose text-sm text-ink-2">{t('desk.shop.bulk.export_text')}</p>
      <div className="flex flex-wrap gap-2">
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button key={format} variant="outline" size="md" onClick={() => save(format)}>
            <Download aria-hidden="true" className="size-4.5" />
            {t(`desk.shop.bulk.export_${format}`)}
          </Button>
        ))}
      </div>
      {dialog}
    </Card>
  )
}

interface Checked {
  file: File
  report: Report
}

/** A file of items: checked first, with what becomes of each line, and stored once that was read. */
function ItemImport() {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const [checked, setChecked] = useState<Checked>()
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const run = async (file: File, digest?: string) => {
    const form = new FormData()
    form.set('stores', String(digest !== undefined))
    if (digest !== undefined) form.set('digest', digest)
    form.set('file', file)
    setIsBusy(true)
    setRefusal(undefined)
    try {
      const report = await call('POST /api/v1/admin/item-changes/lines', { form })
      setChecked({ file, report })
      if (report.stored) void queries.invalidateQueries({ queryKey: ['desk'] })
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
    if (file.size > maxItemFile_bytes) setRefusal(t('desk.shop.bulk.too_large'))
    else await run(file)
  }
  const report = checked?.report
  const changes = report === undefined ? 0 : report.added + report.changed
  return (
    <Card as="section" padding="lg" className="min-w-0">
      <h2 className="mb-1 text-md font-bold">{t('desk.shop.bulk.import_title')}</h2>
      <p className="mb-4 max-w-prose text-sm text-ink-2">{t('desk.shop.bulk.import_text')}</p>
      <div className="grid grid-cols-1 gap-4">
        {checked === undefined ? (
          <Field
            label={t('desk.shop.bulk.choose')}
            hint={t('desk.shop.bulk.choose_hint', { columns: [...itemColumns, `${stockColumn}…`].join(', ') })}
            error={refusal}
            className="max-w-2xl wrap-anywhere"
          >
            <TextInput
              ref={input}
              type="file"
              accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              disabled={isBusy}
              onChange={({ target }) => void choose((target as HTMLInputElement).files?.[0])}
            />
          </Field>
        ) : (
          <>
            <p className="font-semibold wrap-anywhere">{checked.file.name}</p>
            <BulkReport report={checked.report} list={itemList} />
            {refusal !== undefined && <Notice tone="error">{refusal}</Notice>}
            <div className="flex flex-wrap gap-2">
              {!checked.report.stored && changes > 0 && (
                <Button size="md" busy={isBusy} onClick={() => void run(checked.file, checked.report.digest)}>
                  {t('desk.shop.bulk.apply', { count: changes })}
                </Button>
              )}
              <Button variant="outline" size="md" disabled={isBusy} onClick={() => setChecked(undefined)}>
                {t('desk.shop.bulk.another')}
              </Button>
            </div>
          </>
        )}
        <p role="status" className="sr-only">
          {isBusy ? t('desk.shop.bulk.checking') : ''}
        </p>
      </div>
    </Card>
  )
}
