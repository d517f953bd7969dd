import { type ReactNode, useState } from 'react'
import type { BulkReport as Report } from '#contract/desk/bulk-changes.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import type { DeskForm } from '#contract/lists/records.ts'
import type { ChangeManyProps } from '#web/features/lists/list/BulkBar.tsx'
import { useRecordForm } from '#web/features/lists/record/useRecordForm.tsx'
import { useRecordWords } from '#web/features/lists/record/useRecordWords.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatNumber } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { BulkReport } from './BulkReport.tsx'

interface ChangeManyDialogProps<Input> extends ChangeManyProps {
  list: DeskListDescription
  form: DeskForm
  send: (body: Input & { ids: string[]; stores: boolean; digest?: string }) => Promise<Report>
  undo: (id: string) => Promise<unknown>
  /** What stands below the form. */
  children?: ReactNode
}

/** Changes the chosen rows as one: first what would change, then the change, then its undo. */
export function ChangeMany<Input extends object>({
  ids,
  onClose,
  onDone,
  list,
  form: description,
  send,
  undo,
  children,
}: ChangeManyDialogProps<Input>) {
  const { t, locale } = useDeskWords()
  const words = useRecordWords(list)
  const { run, dialog } = usePanelCall()
  const [input, setInput] = useState<Input>()
  const [report, setReport] = useState<Report>()
  const [isBusy, setIsBusy] = useState(false)
  const form = useRecordForm(description, undefined, words, async (body) => {
    const change = body as Input
    setReport(await send({ ...change, ids: [...ids], stores: false }))
    setInput(change)
  })
  const store = async () => {
    setIsBusy(true)
    const stored = await run(
      () => send({ ...input!, ids: [...ids], stores: true, digest: report!.digest }),
      (answer) => t(answer.stored ? 'desk.shop.bulk.done_title' : 'desk.shop.bulk.stale_title'),
    )
    setIsBusy(false)
    if (stored === undefined) return
    setReport(stored)
    if (stored.stored) onDone()
  }
  const takeBack = async () => {
    const undone = await run(() => undo(report!.change!.id), t('desk.shop.bulk.undone'))
    if (undone !== undefined) onClose()
  }
  const changes = report === undefined ? 0 : report.changed + report.added
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={!isBusy && !form.isSending}
      title={`${words.action('change_many')} (${formatNumber(ids.length, locale)})`}
      closeLabel={t('desk.close')}
      footer={
        report === undefined ? (
          <Button type="submit" form="change-many" size="md" busy={form.isSending}>
            {t('desk.shop.bulk.preview')}
          </Button>
        ) : report.stored ? (
          <>
            <Button variant="outline" size="md" onClick={takeBack}>
              {t('desk.shop.bulk.undo')}
            </Button>
            <Button size="md" onClick={onClose}>
              {t('desk.close')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="outline" size="md" disabled={isBusy} onClick={() => setReport(undefined)}>
              {t('desk.shop.bulk.back')}
            </Button>
            {changes > 0 && (
              <Button size="md" busy={isBusy} onClick={store}>
                {t('desk.shop.bulk.apply', { count: changes })}
              </Button>
            )}
          </>
        )
      }
    >
      {report === undefined ? (
        <>
          <form id="change-many" noValidate onSubmit={form.submit} className="grid gap-4">
            {form.summary && <FormError {...form.summary} />}
            {form.fields}
          </form>
          {children}
        </>
      ) : (
        <BulkReport report={report} list={list} />
      )}
      {form.dialog}
      {dialog}
    </Dialog>
  )
}
