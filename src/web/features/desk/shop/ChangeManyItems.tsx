import { useState } from 'react'
import { itemChangeForm, type ItemChangeBody } from '#contract/catalogue/desk/item-changes.ts'
import { itemList } from '#contract/catalogue/desk/items.ts'
import type { BulkReport as Report } from '#contract/desk/bulk-changes.ts'
import { call } from '#web/api/call.ts'
import type { ChangeManyProps } from '#web/features/lists/list/BulkBar.tsx'
import { useRecordForm } from '#web/features/lists/record/useRecordForm.tsx'
import { useRecordWords } from '#web/features/lists/record/useRecordWords.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatNumber } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { BulkReport } from '../bulk/BulkReport.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

type Input = Omit<ItemChangeBody, 'ids' | 'stores' | 'digest'>

/** Changes the price, category, tax class or stock of the chosen items: first what would change, then the change, then its undo. */
export function ChangeManyItems({ ids, onClose, onDone }: ChangeManyProps) {
  const { t, locale } = useDeskWords()
  const words = useRecordWords(itemList)
  const { run, dialog } = usePanelCall()
  const [input, setInput] = useState<Input>()
  const [report, setReport] = useState<Report>()
  const [isBusy, setIsBusy] = useState(false)
  const form = useRecordForm(itemChangeForm, undefined, words, async (body) => {
    const change = body as Input
    setReport(await call('POST /api/v1/admin/item-changes', { body: { ...change, ids: [...ids], stores: false } }))
    setInput(change)
  })
  const store = async () => {
    setIsBusy(true)
    const body = { ...input!, ids: [...ids], stores: true, digest: report!.digest }
    const stored = await run(
      () => call('POST /api/v1/admin/item-changes', { body }),
      (answer) => t(answer.stored ? 'desk.shop.bulk.done_title' : 'desk.shop.bulk.stale_title'),
    )
    setIsBusy(false)
    if (stored === undefined) return
    setReport(stored)
    if (stored.stored) onDone()
  }
  const undo = async () => {
    const params = { id: report!.change!.id }
    const undone = await run(
      () => call('POST /api/v1/admin/item-changes/{id}/undo', { params }),
      t('desk.shop.bulk.undone'),
    )
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
          <Button type="submit" form="change-many-items" size="md" busy={form.isSending}>
            {t('desk.shop.bulk.preview')}
          </Button>
        ) : report.stored ? (
          <>
            <Button variant="outline" size="md" onClick={undo}>
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
        <form id="change-many-items" noValidate onSubmit={form.submit} className="grid gap-4">
          {form.summary && <FormError {...form.summary} />}
          {form.fields}
        </form>
      ) : (
        <BulkReport report={report} list={itemList} />
      )}
      {form.dialog}
      {dialog}
    </Dialog>
  )
}
