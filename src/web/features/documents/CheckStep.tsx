import { formatLongDay } from '#contract/days.ts'
import type { DocumentDraft } from '#contract/documents/document-form.ts'
import { countryIds } from '#contract/geography.ts'
import { useStates } from '#web/features/places/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatNumber } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { FieldError } from '#web/ui/form/Field.tsx'
import { KnownFees } from './KnownFees.tsx'
import { fieldsOf, stepOf, steps, type Step } from './steps.ts'

interface CheckStepProps {
  form: DocumentDraft
  problems: readonly { field: string; message: string }[]
  onShow: (step: Step) => void
}

/** Everything that was entered, with a way to change it, and the fees as far as they are known. */
export function CheckStep({ form, problems, onShow }: CheckStepProps) {
  const { t } = useTranslation()
  const read = useReader(form)
  return (
    <>
      {steps
        .filter((step) => step !== 'check')
        .map((step) => (
          <section key={step}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h4 className="text-md font-bold">{t(`documents.steps.${step}`)}</h4>
              <Button
                variant="link"
                aria-label={t('documents.change_one', { step: t(`documents.steps.${step}`) })}
                onClick={() => onShow(step)}
              >
                {t('documents.change')}
              </Button>
            </div>
            {problems
              .filter(({ field }) => stepOf(field) === step)
              .map(({ field, message }) => (
                <FieldError
                  key={`${field} ${message}`}
                  error={t('common.labelled', { name: t(`documents.fields.${field as 'plate'}`), value: message })}
                />
              ))}
            <DefinitionList
              entries={fieldsOf[step]
                .map((field) => ({ term: t(`documents.fields.${field}`), value: read(field) }))
                .filter(({ value }) => value !== '')}
            />
          </section>
        ))}
      <KnownFees form={form} />
    </>
  )
}

/** Puts the fields of a form into words. */
function useReader(form: DocumentDraft) {
  const { t, locale } = useTranslation()
  const states = useStates(countryIds.NG)
  return (field: keyof DocumentDraft): string => {
    switch (field) {
      case 'state':
        return states.find(({ code }) => code.slice(-2) === form.state)?.name ?? ''
      case 'category':
        return form.category === null ? '' : t(`documents.categories.${form.category}`)
      case 'use':
        return form.use === null ? '' : t(`documents.uses.${form.use}`)
      case 'handover':
        return form.handover === null ? '' : t(`documents.handovers.${form.handover}`)
      case 'delivery_address':
        return form.handover === 'delivery' ? (form.delivery_address ?? '') : ''
      case 'engine_cc':
        return form.engine_cc === null ? '' : `${formatNumber(form.engine_cc, locale)}\u00a0cm³`
      case 'year':
        return form.year === null ? '' : String(form.year)
      case 'held':
        if (form.held.length === 0) return t('documents.held_none')
        return form.held
          .map(({ kind, expires_on }) => {
            const until = expires_on === null ? t('documents.no_expiry') : formatLongDay(expires_on, locale)
            return `${t(`documents.kinds.${kind}`)} (${until})`
          })
          .join(', ')
      case 'documents':
        return form.documents
          .map(({ kind, term_months }) => {
            const name = t(`documents.kinds.${kind}`)
            return term_months === null ? name : `${name} (${t('documents.months', { count: term_months })})`
          })
          .join(', ')
      default:
        return form[field] ?? ''
    }
  }
}
