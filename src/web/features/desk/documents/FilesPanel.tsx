import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { DeskDocument } from '#contract/documents/desk/document-requests.ts'
import { staffPurposes } from '#contract/documents/desk/staff-files.ts'
import type { DocumentFile } from '#contract/documents/document-files.ts'
import { call, CallError, send } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDateTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** The files of a request. Each is fetched when somebody opens it: the log has every view. */
export const FilesPanel: RecordPanel = ({ record, onChanged }) => {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const request = record as unknown as DeskDocument
  return (
    <div className="grid grid-cols-1 items-start gap-4 @2xl:grid-cols-2">
      {request.files.length === 0 && <EmptyState picture="empty" title={t('desk.documents.files.none')} />}
      {request.files.map((file) => (
        <OneFile key={file.id} request={request} file={file} />
      ))}
      {profile?.permissions.includes('documents.update') === true && (
        <Upload request={request} onChanged={(changed) => onChanged(changed as never)} />
      )}
    </div>
  )
}

function OneFile({ request: { id, timezone }, file }: { request: DeskDocument; file: DocumentFile }) {
  const { t, translateKey, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const [address, setAddress] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  useEffect(() => () => (address === undefined ? undefined : URL.revokeObjectURL(address)), [address])
  const isPicture = file.type !== 'application/pdf'
  const open = async () => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      const params = { id, file_id: file.id }
      const answer = await send('GET /api/v1/admin/documents/{id}/files/{file_id}', { params }, '*/*')
      const url = URL.createObjectURL(await answer.blob())
      if (!isPicture) window.open(url, '_blank', 'noopener')
      setAddress(url)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(describeFailure(site, error))
    } finally {
      setIsBusy(false)
    }
  }
  const of = file.kind === null ? '' : ` · ${translateKey(`desk.words.fee_kinds.${file.kind}`)}`
  return (
    <Card as="section">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            <FileText aria-hidden="true" className="mr-1.5 inline size-4.5 align-text-bottom text-ink-2" />
            {file.name}
          </p>
          <p className="text-sm text-ink-2">
            {translateKey(`desk.words.file_purposes.${file.purpose}`)}
            {of}
            {' · '}
            {formatDateTime(new Date(file.created_at), timezone, locale)}
          </p>
        </div>
        {(address === undefined || !isPicture) && (
          <Button variant="outline" size="md" busy={isBusy} onClick={() => void open()} className="shrink-0">
            {t('desk.documents.files.open')}
          </Button>
        )}
      </div>
      {failure !== undefined && <Notice tone="error">{failure}</Notice>}
      {isPicture && address !== undefined && (
        <img
          src={address}
          alt={file.name}
          className="mt-3 max-h-[80dvh] w-full rounded-xl border border-line object-contain"
        />
      )}
    </Card>
  )
}

function Upload({ request, onChanged }: { request: DeskDocument; onChanged: (request: DeskDocument) => void }) {
  const { t, translateKey } = useDeskWords()
  const { t: site } = useTranslation()
  const [purpose, setPurpose] = useState<(typeof staffPurposes)[number]>('report')
  const kinds = request.documents.map(({ kind }) => kind)
  const [chosen, setKind] = useState<(typeof kinds)[number]>()
  const kind = chosen ?? kinds[0]
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const upload = async (file: File | undefined) => {
    if (file === undefined) return
    const form = new FormData()
    form.set('file', file)
    setIsBusy(true)
    setRefusal(undefined)
    try {
      const query = { purpose, ...(purpose === 'scan' && kind !== undefined && { kind }) }
      onChanged(await call('POST /api/v1/admin/documents/{id}/files', { params: { id: request.id }, query, form }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(describeFailure(site, error))
    } finally {
      setIsBusy(false)
      if (input.current !== null) input.current.value = ''
    }
  }
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-3 text-md font-bold">{t('desk.documents.files.add')}</h2>
      <div className="grid grid-cols-1 gap-4">
        <Field label={t('desk.documents.files.purpose')}>
          <NativeSelect
            value={purpose}
            options={staffPurposes.map((purpose) => ({
              value: purpose,
              label: translateKey(`desk.words.file_purposes.${purpose}`),
            }))}
            onChange={({ target }) => setPurpose(target.value as typeof purpose)}
          />
        </Field>
        {purpose === 'scan' && (
          <Field label={t('desk.documents.files.kind')}>
            <NativeSelect
              value={kind ?? ''}
              options={kinds.map((kind) => ({ value: kind, label: translateKey(`desk.words.fee_kinds.${kind}`) }))}
              onChange={({ target }) => setKind(target.value as (typeof kinds)[number])}
            />
          </Field>
        )}
        <Field label={t('desk.documents.files.file')} hint={t('desk.documents.files.file_hint')} error={refusal}>
          <TextInput
            ref={input}
            type="file"
            accept="application/pdf,image/jpeg,image/png,image/webp"
            disabled={isBusy}
            onChange={({ target }) => void upload((target as HTMLInputElement).files?.[0])}
          />
        </Field>
      </div>
    </Card>
  )
}
