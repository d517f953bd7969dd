import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '#contract/accounts/auth.ts'
import { formatMonth } from '#contract/days.ts'
import { countryZones } from '#contract/geography.ts'
import { currencies as allCurrencies, type Currency } from '#contract/money.ts'
import { identity } from '#contract/settings/company.ts'
import { download } from '#web/api/download.ts'
import { useTranslation } from '#web/page/translation.ts'
import { capitalize, zoneName } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Section } from '#web/ui/Page.tsx'
import { monthsBetween } from './filters.ts'
import { useSave } from './useSave.ts'

/** Monthly statements with opening and closing balance and every entry. */
export function Statements({ profile, currencies }: { profile: Profile; currencies: readonly Currency[] }) {
  const { t, locale } = useTranslation()
  const { save, saving } = useSave()
  const zone = countryZones[profile.country_id]
  const now = new Date()
  const months = monthsBetween(new Date(profile.created_at), now, zone)
  const [month, setMonth] = useState(months[0]!)
  const [chosen, setChosen] = useState<Currency>()
  const currency = chosen ?? currencies[0]!
  const several = currencies.length > 1
  return (
    <Section title={t('wallet.statements')}>
      <p className="mb-3 max-w-prose text-ink-2">{t('wallet.statements_text')}</p>
      <div
        className={cx(
          'grid grid-cols-[1.8fr_1fr] items-end gap-3',
          several ? 'sm:grid-cols-[1.3fr_1fr_auto]' : 'sm:grid-cols-[1fr_auto]',
        )}
      >
        <Field label={t('wallet.month')} {...(!several && { className: 'col-span-2 sm:col-span-1' })}>
          <NativeSelect
            value={month}
            onChange={(event) => setMonth(event.target.value)}
            options={months.map((value) => ({ value, label: capitalize(formatMonth(value, locale), locale) }))}
          />
        </Field>
        {several && (
          <Field label={t('wallet.currency')}>
            <NativeSelect
              value={currency}
              onChange={(event) => setChosen(allCurrencies.find((currency) => currency === event.target.value))}
              options={currencies.map((value) => ({ value, label: value }))}
            />
          </Field>
        )}
        <Button
          variant="outline"
          className="col-span-2 sm:col-span-1"
          busy={saving}
          onClick={() =>
            save(() =>
              download(
                'GET /api/v1/wallet/statements/{month}.pdf',
                { month },
                `${identity.slug}-${month}-${currency}.pdf`,
                { currency },
              ),
            )
          }
        >
          <FileText aria-hidden="true" className="size-5" />
          {t('wallet.statement_pdf')}
        </Button>
      </div>
      <p className="mt-2 text-sm text-ink-3">{t('wallet.statement_zone', { zone: zoneName(now, zone, locale) })}</p>
    </Section>
  )
}
