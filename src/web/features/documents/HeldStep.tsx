import type { ReactNode } from 'react'
import { documentKinds, type DocumentKind } from '#contract/documents/document-rules.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import type { StepProps } from './StepProps.ts'

/** What the owner has now, and until when it is valid. */
export function HeldStep({ form, onChange, files }: StepProps & { files: ReactNode }) {
  const { t } = useTranslation()
  const { held } = form
  const set = (kind: DocumentKind, expires_on: string | null | undefined) =>
    onChange({
      held: documentKinds.flatMap((one) => {
        if (one !== kind) return held.filter((document) => document.kind === one)
        return expires_on === undefined ? [] : [{ kind, expires_on }]
      }),
    })
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-ink-2">{t('documents.hints.held')}</legend>
        {documentKinds.map((kind) => {
          const document = held.find((one) => one.kind === kind)
          const name = t(`documents.kinds.${kind}`)
          return (
            <div key={kind} className="grid gap-x-4 border-b border-line pb-2 last:border-0 sm:grid-cols-[1fr_14rem]">
              <Checkbox
                label={name}
                checked={document !== undefined}
                onChange={({ target }) => set(kind, target.checked ? null : undefined)}
              />
              {document !== undefined && (
                <Field label={t('documents.expires_on')}>
                  <TextInput
                    type="date"
                    min="1990-01-01"
                    max="2099-12-31"
                    aria-label={t('documents.expires_on_of', { document: name })}
                    value={document.expires_on ?? ''}
                    onChange={({ target }) => {
                      const day = target.value
                      if (day === '' || (day >= '1990-01-01' && day <= '2099-12-31')) set(kind, day === '' ? null : day)
                    }}
                  />
                </Field>
              )}
            </div>
          )
        })}
      </fieldset>
      {files}
    </>
  )
}
