import type { CountryCode } from '#contract/places/places.ts'
import { servedCountries } from '#web/api/config.ts'
import { useTranslation } from '#web/page/translation.ts'
import { BrowseChips } from './BrowseChips.tsx'

interface CountryChipsProps {
  country: CountryCode
  hrefFor: (country: CountryCode) => string
  className?: string
}

/** The same list in each country, each with its own address. */
export function CountryChips({ country, hrefFor, className }: CountryChipsProps) {
  const { t } = useTranslation()
  return (
    <BrowseChips
      label={t('places.countries')}
      {...(className !== undefined && { className })}
      chips={servedCountries().map((code) => ({
        key: code,
        label: t(`common.countries.${code}`),
        to: hrefFor(code),
        current: code === country,
      }))}
    />
  )
}
