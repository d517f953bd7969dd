import { useTranslation } from 'react-i18next'
import { useCountry } from '#web/features/places/country.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { useFigures } from './api.ts'

/** How much it is used, counted in our own data; while that would be a handful, nothing. */
export function FiguresBand() {
  const { t, i18n } = useTranslation()
  const { code } = useCountry()
  const { data } = useFigures(code)
  if (data === undefined) return null
  const { active_users, bookings, satisfaction_percent } = data
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const atLeast = (count: number) => `${formatNumber(count, i18n.language)}+`
  const figures = [
    { name: t('home.figure_users'), value: active_users === null ? null : atLeast(active_users) },
    { name: t('home.figure_bookings'), value: bookings === null ? null : atLeast(bookings) },
    {
      name: t('home.figure_satisfaction'),
      value: satisfaction_percent === null ? null : percent.format(satisfaction_percent / 100),
    },
  ].filter(({ value }) => value !== null)
  if (figures.length === 0) return null
  return (
    <div className="bay-hero on-night mt-6">
      <Page className="py-9 lg:py-14">
        <h2 className="text-lg lg:text-xl">{t('home.figures')}</h2>
        <dl className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-3">
          {figures.map(({ name, value }) => (
            <div key={name} className="flex flex-col-reverse justify-end border-t border-night-line pt-4">
              <dt className="mt-1.5 text-on-night-2">{name}</dt>
              <dd className="text-3xl font-bold tracking-tighter tabular-nums lg:text-4xl">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 text-sm text-on-night-2">{t('home.figures_text')}</p>
      </Page>
    </div>
  )
}
