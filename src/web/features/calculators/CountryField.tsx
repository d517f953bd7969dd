import type { CountryCode } from '#contract/places/places.ts'
import { servedCountries } from '#web/api/config.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'

/** The country of the estimate, which sets its currency. */
export function CountryField({ country, onCountry }: { country: CountryCode; onCountry: (to: CountryCode) => void }) {
  const { t } = useTranslation()
  return (
    <Field label={t('earnings.country')} className="content-start">
      <NativeSelect
        value={country}
        onChange={({ target }) => onCountry(target.value as CountryCode)}
        options={servedCountries().map((value) => ({ value, label: t(`common.countries.${value}`) }))}
      />
    </Field>
  )
}
