import { useState } from 'react'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { useRequestChanges } from './api.ts'

/** How the documents reach their owner: by courier, confirmed with the code of the slip, or picked up with a code. */
export function HandoverPart({ request }: { request: DocumentDetails }) {
  const { t } = useTranslation()
  const { handover, can } = request
  const { courier, tracking_number, place, hours, code } = handover
  const entries = [
    { term: t('documents.request.courier'), value: courier },
    { term: t('documents.request.tracking'), value: tracking_number },
    { term: t('documents.request.place'), value: place },
    { term: t('documents.request.hours'), value: hours },
  ].filter(({ value }) => value !== null && value !== '')
  if (entries.length === 0 && code === null && !can.confirm) return null
  return (
    <Card padding="lg" className="my-3 grid gap-3">
      {code !== null && (
        <div className="text-center">
          <p className="text-sm text-ink-2">{t('documents.request.code')}</p>
          <p className="text-3xl font-black tracking-[0.25em] tabular-nums">{code}</p>
          <p className="text-sm text-ink-2">{t('documents.request.code_text')}</p>
        </div>
      )}
      {entries.length > 0 && <DefinitionList entries={entries} />}
      {can.confirm && <Confirm request={request} />}
    </Card>
  )
}

function Confirm({ request }: { request: DocumentDetails }) {
  const { t } = useTranslation()
  const { change } = useRequestChanges()
  const [code, setCode] = useState('')
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void change.mutateAsync({ id: request.id, status: 'delivered', code }).catch(() => undefined)
      }}
    >
      <h2 className="text-lg">{t('documents.request.confirm')}</h2>
      <p className="text-ink-2">{t('documents.request.confirm_text')}</p>
      <Field
        label={t('documents.request.confirm_code')}
        error={change.error === null ? undefined : describeFailure(t, change.error)}
      >
        <TextInput
          name="code"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <div>
        <Button type="submit" busy={change.isPending} disabled={code.length < 4}>
          {t('documents.request.confirm_button')}
        </Button>
      </div>
    </form>
  )
}
