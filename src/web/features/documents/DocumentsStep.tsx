import { formatLongDay } from '#contract/days.ts'
import {
  documentKinds,
  documentTerms,
  isKindOfUse,
  listDependencies,
  type DocumentKind,
  type TermMonths,
} from '#contract/documents/document-rules.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { useTranslation } from '#web/page/translation.ts'
import { readNow } from '#web/time/clock.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FieldError } from '#web/ui/form/Field.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { StepProps } from './StepProps.ts'

/** What is renewed, with what that needs and why. */
export function DocumentsStep({ form, onChange, errorOf, onHeld }: StepProps & { onHeld: () => void }) {
  const { t, locale } = useTranslation()
  const { documents, held, use } = form
  const kinds = documents.map(({ kind }) => kind)
  const set = (chosen: readonly DocumentKind[], term?: TermMonths) =>
    onChange({
      documents: documentKinds
        .filter((kind) => chosen.includes(kind))
        .map((kind) => ({
          kind,
          term_months:
            documentTerms[kind].length === 0
              ? null
              : (term ?? documents.find((document) => document.kind === kind)?.term_months ?? 12),
        })),
    })
  const missing = listDependencies(kinds, held, toNigerianDay(readNow()))
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="sr-only">{t('documents.fields.documents')}</legend>
        {documentKinds.map((kind) => {
          const isOff = use !== null && !isKindOfUse(kind, use)
          const isChosen = kinds.includes(kind)
          const term = documents.find((document) => document.kind === kind)?.term_months ?? 12
          return (
            <div key={kind} className="border-b border-line pb-1 last:border-0">
              <Checkbox
                id={kind}
                name={kind === 'vehicle_licence' ? 'documents' : undefined}
                label={t(`documents.kinds.${kind}`)}
                hint={t(isOff ? 'documents.commercial_only' : `documents.kind_hints.${kind}`)}
                checked={isChosen}
                disabled={isOff && !isChosen}
                onChange={({ target }) =>
                  set(target.checked ? [...kinds, kind] : kinds.filter((candidate) => candidate !== kind))
                }
              />
              {isChosen && documentTerms[kind].length > 0 && (
                <Segmented
                  label={t('documents.term')}
                  segments={documentTerms[kind].map((months) => ({
                    value: String(months),
                    label: t('documents.months', { count: months }),
                  }))}
                  value={String(term)}
                  onChange={(months) => set(kinds, Number(months) as TermMonths)}
                  className="mb-2 pl-8"
                />
              )}
            </div>
          )
        })}
      </fieldset>
      <FieldError error={errorOf('documents')} />
      {missing.length > 0 && (
        <Notice tone="warning" live title={t('documents.dependency.title')}>
          <ul className="mt-1 grid gap-3">
            {missing.map(({ kind, reason, first_day, expires_on }) => {
              const document = t(`documents.dependent.${kind}`)
              const day = formatLongDay(first_day, locale)
              return (
                <li key={kind}>
                  <p>
                    {reason === 'not_held'
                      ? t('documents.dependency.not_held', { document, day })
                      : t('documents.dependency.expires_before', {
                          document,
                          day,
                          expires: formatLongDay(expires_on ?? first_day, locale),
                        })}
                  </p>
                  <div className="mt-1.5 flex flex-wrap gap-2.5">
                    <Button
                      size="md"
                      variant="outline"
                      onClick={() => {
                        set([...kinds, kind])
                        // The button goes, and would take the focus with it.
                        window.document.getElementById(kind)?.focus()
                      }}
                    >
                      {t('documents.dependency.add', { document })}
                    </Button>
                    {reason === 'not_held' && (
                      <Button variant="link" onClick={onHeld}>
                        {t('documents.dependency.have')}
                      </Button>
                    )}
                  </div>
                </li>
              )
            })}
          </ul>
        </Notice>
      )}
    </>
  )
}
