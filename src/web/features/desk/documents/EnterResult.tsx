import { useRef, useState } from 'react'
import { documentList, documentRecord, type DeskDocument } from '#contract/documents/desk/document-requests.ts'
import type { DocumentKind } from '#contract/documents/document-rules.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { call } from '#web/api/call.ts'
import type { RecordDialog } from '#web/features/lists/record/RecordActions.tsx'
import { useRecordForm } from '#web/features/lists/record/useRecordForm.tsx'
import { useRecordWords } from '#web/features/lists/record/useRecordWords.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'

const { endpoint, fields } = documentRecord.actions.result

/** Enters what became of a document: with its scan, number and dates where it was issued, in one form. */
export const EnterResult: RecordDialog = ({ record, title, effect, onClose, onDone }) => {
  const { t } = useDeskWords()
  const words = useRecordWords(documentList)
  const { files, id } = record as unknown as DeskDocument
  const [scan, setScan] = useState<File>()
  const [isMissing, setIsMissing] = useState(false)
  // Not sent again where the result alone was refused.
  const sent = useRef<{ scan: File; kind: DocumentKind }>(undefined)
  const hasScan = (kind: unknown) => files.some((file) => file.purpose === 'scan' && file.kind === kind)
  const form = useRecordForm({ endpoint, fields }, record, words, async (input) => {
    const body = input as { kind: DocumentKind; result: string }
    const isIssued = body.result === 'issued'
    if (isIssued && scan === undefined && !hasScan(body.kind)) return setIsMissing(true)
    const isSent = sent.current?.scan === scan && sent.current?.kind === body.kind
    if (isIssued && scan !== undefined && !isSent) {
      const file = new FormData()
      file.set('file', scan)
      const query = { purpose: 'scan', kind: body.kind } as const
      await call('POST /api/v1/admin/documents/{id}/files', { params: { id }, query, form: file })
      sent.current = { scan, kind: body.kind }
    }
    onDone(
      (await call('POST /api/v1/admin/documents/{id}/result', {
        params: { id },
        body: body as never,
      })) as unknown as DeskRecord,
    )
  })
  const { kind, result } = form.values
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={effect}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="enter-result" size="md" busy={form.isSending}>
          {title}
        </Button>
      }
    >
      <form id="enter-result" noValidate onSubmit={form.submit} className="grid gap-4">
        {form.summary && <FormError {...form.summary} />}
        {form.fields}
        {result === 'issued' && (
          <Field
            label={t('desk.documents.result.scan')}
            hint={t(hasScan(kind) ? 'desk.documents.result.has_scan' : 'desk.documents.files.file_hint')}
            error={isMissing ? t('desk.documents.result.no_scan') : undefined}
          >
            <TextInput
              type="file"
              accept="application/pdf,image/jpeg,image/png,image/webp"
              disabled={form.isSending}
              onChange={({ target }) => {
                setIsMissing(false)
                setScan((target as HTMLInputElement).files?.[0])
              }}
            />
          </Field>
        )}
      </form>
      {form.dialog}
    </Dialog>
  )
}
