import { ArrowRight, ArrowUp, Check, MapPin } from 'lucide-react'
import { type Ref, useState } from 'react'
import type { CountryCode } from '#contract/places/places.ts'
import { useTranslation } from '#web/page/translation.ts'
import { buttonStyles } from '#web/ui/buttonStyles.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useCountries } from './api.ts'
import { type DetectedCountry, noteOf } from './detected.ts'
import { Flag } from './Flag.tsx'

interface CountryCardsProps {
  /** Undefined while the location is being detected. */
  detected: DetectedCountry | undefined
  onChoose: (country: { id: number; code: CountryCode }) => void
}

const card = 'flex w-full items-center rounded-xl border bg-card text-left shadow-lift transition-colors'

const other = 'flex min-h-14 items-center gap-3 rounded-xl border px-4 py-2'

/** The first choice: the preselected country, largest and confirmed with one tap, and the others below. */
export function FirstChoice({
  detected,
  onChoose,
  preselected,
}: CountryCardsProps & { preselected: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation()
  const countries = useCountries()
  const first = countries.find(({ code }) => code === detected?.code)
  // In a list that was shown before the location was known, the detected country leaves its place empty: if the others
  // moved up, a tap would land on another country.
  const [knownAtFirst] = useState(detected?.code)
  return (
    <>
      {first && detected ? (
        <button
          ref={preselected}
          type="button"
          onClick={() => onChoose(first)}
          className={cx(card, 'min-h-51 sm:min-h-44 flex-wrap gap-x-5 gap-y-4 border-act p-5 ring-1 ring-act sm:p-6')}
        >
          <Flag code={first.code} className="size-16" />
          <span className="min-w-0 flex-1 basis-40">
            <span className="block text-2xl font-black tracking-tighter">{t(`common.countries.${first.code}`)}</span>
            <span className="block text-ink-2">
              {t('shell.country.pays_in', { currency: t(`shell.currencies.${first.currency}`) })}
            </span>
            <span className="mt-1.5 block [&>span]:whitespace-normal">
              <Tag tone="act" icon={<MapPin aria-hidden="true" />}>
                {t(`shell.country.notes.${noteOf(detected)}`)}
              </Tag>
            </span>
          </span>
          <span className={cx(buttonStyles('primary', 'lg'), 'w-full sm:w-auto')}>
            {t('shell.country.confirm')}
            <ArrowRight aria-hidden="true" className="size-4.5" />
          </span>
        </button>
      ) : (
        <div aria-hidden="true" className={cx(card, 'min-h-51 sm:min-h-44 gap-5 border-line p-5 sm:p-6')}>
          <Skeleton className="size-16 rounded-full" />
          <Skeleton className="h-8 w-40" />
        </div>
      )}
      <ul aria-label={t('shell.country.others')} className="mt-3 grid gap-2 sm:grid-cols-3">
        {countries
          .filter(({ code }) => code !== knownAtFirst)
          .map((country) => (
            <li key={country.code}>
              {country.code === detected?.code ? (
                <div aria-hidden="true" className={cx(other, 'border-dashed border-line text-ink-3')}>
                  <ArrowUp className="mx-1 size-5" />
                  {t(`common.countries.${country.code}`)}
                </div>
              ) : (
                <button
                  type="button"
                  onClick={() => onChoose(country)}
                  className={cx(card, other, 'border-line hover:border-edge')}
                >
                  <Flag code={country.code} className="size-7" />
                  <span className="min-w-0">
                    <span className="block font-semibold">{t(`common.countries.${country.code}`)}</span>
                    <span className="block text-xs text-ink-2 first-letter:uppercase">
                      {t(`shell.currencies.${country.currency}`)}
                    </span>
                  </span>
                </button>
              )}
            </li>
          ))}
      </ul>
    </>
  )
}

/** The choice of another country than the current one. */
export function CountryCards({ detected, current, onChoose }: CountryCardsProps & { current: CountryCode }) {
  const { t } = useTranslation()
  const countries = useCountries()
  return (
    <ul aria-label={t('shell.country.list')} className="grid gap-3 sm:grid-cols-2">
      {countries.map((country) => {
        const { code, currency } = country
        const isCurrent = code === current
        return (
          <li key={code}>
            <button
              type="button"
              aria-current={isCurrent || undefined}
              onClick={() => onChoose(country)}
              className={cx(
                card,
                'min-h-20 gap-4 px-4 py-3.5 sm:px-5 lg:min-h-28 lg:px-6',
                isCurrent ? 'border-act ring-1 ring-act' : 'border-line hover:border-edge',
              )}
            >
              <Flag code={code} className="size-11" />
              <span className="min-w-0 flex-1">
                <span className="block text-lg font-black tracking-tighter">{t(`common.countries.${code}`)}</span>
                <span className="block text-sm text-ink-2">
                  {t('shell.country.pays_in', { currency: t(`shell.currencies.${currency}`) })}
                </span>
                {detected?.code === code && (
                  <span className="mt-1.5 block [&>span]:whitespace-normal">
                    <Tag tone="act" icon={<MapPin aria-hidden="true" />}>
                      {t(`shell.country.notes.${noteOf(detected)}`)}
                    </Tag>
                  </span>
                )}
              </span>
              {isCurrent && (
                <span className="text-act">
                  <Check aria-hidden="true" className="size-6" />
                  <span className="sr-only">{t('shell.country.current')}</span>
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
