import type { CountryCode } from '#contract/places/places.ts'
import { servedCountries } from '#web/api/config.ts'
import { useTranslation } from '#web/page/translation.ts'
import { BrowseLinks } from './BrowseLinks.tsx'
import { type BrowseChoice, BrowseSelect } from './BrowseSelect.tsx'

interface CountrySelectProps {
  country: CountryCode
  hrefFor: (country: CountryCode) => string
}

const useCountryChoices = ({ country, hrefFor }: CountrySelectProps): BrowseChoice[] => {
  const { t } = useTranslation()
  return servedCountries().map((code) => ({
    value: code,
    label: t(`common.countries.${code}`),
    to: hrefFor(code),
    current: code === country,
  }))
}

/** The same list in each country, each with its own address; without scripts, `CountryLinks` has them. */
export function CountrySelect(props: CountrySelectProps) {
  const { t } = useTranslation()
  return <BrowseSelect name="country" label={t('places.country')} choices={useCountryChoices(props)} />
}

/** The same list in each country as links below it. */
export function CountryLinks(props: CountrySelectProps) {
  const { t } = useTranslation()
  return <BrowseLinks label={t('places.countries')} choices={useCountryChoices(props)} />
}
