import { useState } from 'react'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useRequestChanges } from './api.ts'
import { Files } from './Files.tsx'

/** What staff asks for, and the answer: files, a note, or both. */
export function AnswerPart({ request }: { request: DocumentDetails }) {
  const { t } = useTranslation()
  const { change } = useRequestChanges()
  const [note, setNote] = useState('')
  const send = () =>
    change
      .mutateAsync({ id: request.id, status: 'document_review', ...(note.trim() !== '' && { note: note.trim() }) })
      .then(
        () => void toast(t('documents.request.answered')),
        () => undefined,
      )
  return (
    <Card padding="lg" className="my-3 grid gap-3">
      <h2 className="text-lg">{t('documents.request.asked')}</h2>
      {request.asked !== null && <p className="font-semibold">{request.asked}</p>}
      <Field
        label={t('documents.request.note')}
        hint={t('documents.request.note_hint')}
        error={change.error === null ? undefined : describeFailure(t, change.error)}
      >
        <TextArea
          name="note"
          rows={3}
          value={note}
          maxLength={1_000}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <Files id={request.id} findId={() => Promise.resolve(request.id)} canDelete={false} />
      <div>
        <Button onClick={send}>{t('documents.request.answer')}</Button>
      </div>
    </Card>
  )
}
