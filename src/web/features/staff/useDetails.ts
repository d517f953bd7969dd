import { useTranslation } from 'react-i18next'
import { connectors, spaceKinds, vehiclePapers } from '#contract/leads.ts'
import { countryCodes } from '#contract/places.ts'
import type { Lead } from '#contract/staff-leads.ts'
import type { leads_form } from '#i18n/en/leads_form.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'

/** What a form of its kind asked beyond name and message, in words; what this version does not know stands as it was sent. */
export function useDetails({ details, demo_at }: Lead): { term: string; value: string }[] {
  const { t, i18n } = useTranslation()
  const word = (name: string, value: string | number): string => {
    if (typeof value === 'number')
      return `${formatNumber(value, i18n.language)}${name === 'power_kw' ? '\u00a0kW' : ''}`
    const country = name === 'country_code' && countryCodes.find((one) => one === value)
    if (country) return t(`common.countries.${country}`)
    const connector = name === 'connector' && connectors.find((one) => one === value)
    if (connector) return t(`leads_form.connectors.${connector}`)
    const place = name === 'place_kind' && spaceKinds.find((one) => one === value)
    if (place) return t(`leads_form.place_kinds.${place}`)
    const paper = name === 'paper' && vehiclePapers.find((one) => one === value)
    return paper ? t(`leads_form.papers.${paper}`) : value
  }
  const term = (name: string) =>
    name === 'timezone'
      ? t('staff.leads.timezone')
      : t(`leads_form.fields.${name as keyof (typeof leads_form)['fields']}`, { defaultValue: name })
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [
    ...(demo_at === null
      ? []
      : [{ term: t('staff.leads.demo'), value: formatDateTime(new Date(demo_at), zone, i18n.language) }]),
    ...Object.entries(details).map(([name, value]) => ({ term: term(name), value: word(name, value) })),
  ]
}
