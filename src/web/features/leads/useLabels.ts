import { useTranslation } from 'react-i18next'
import type { leads_form } from '#i18n/en/leads_form.ts'
import type { LeadKind } from '#contract/leads.ts'
import { type FieldName, fieldsOf } from './fields.ts'

type Special = keyof (typeof leads_form)['fields_of']
const special: readonly Special[] = ['press_company', 'career_message', 'demo_message', 'marketplace_message']

/** What the fields of a form are called; some go by another name in one form. */
export function useLabels(kind: LeadKind): Partial<Record<FieldName, string>> {
  const { t } = useTranslation()
  return Object.fromEntries(
    fieldsOf[kind].map((name) => {
      const own = special.find((key) => key === `${kind}_${name}`)
      return [name, own === undefined ? t(`leads_form.fields.${name}`) : t(`leads_form.fields_of.${own}`)]
    }),
  )
}
