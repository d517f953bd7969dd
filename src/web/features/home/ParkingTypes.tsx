import { Building2, Plane, TrainFront, Trophy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { placeKinds } from '#contract/browse.ts'
import { useCountry } from '#web/features/places/country.ts'
import { formatNumber } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { useFigures } from './api.ts'

const icons = { airport: Plane, city: Building2, stadium: Trophy, station: TrainFront }

/** The four parking types, with how many places of each the country has. */
export function ParkingTypes() {
  const { t, i18n } = useTranslation()
  const { code } = useCountry()
  const { data } = useFigures(code)
  return (
    <Page>
      <Section title={t('home.types')}>
        <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
          {placeKinds.map((kind) => {
            const Icon = icons[kind]
            const total = data?.places[kind] ?? 0
            return (
              <Card
                key={kind}
                as="li"
                className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 sm:block sm:p-5 lg:p-6"
              >
                <span className="row-span-3 grid size-12 place-items-center rounded-lg bg-act-soft text-act sm:mb-5">
                  <Icon aria-hidden="true" className="size-6 stroke-[1.7]" />
                </span>
                <h3 className="text-md sm:text-lg">
                  <CardLink to={paths[`${kind}Parking`]({ country: code })}>{t(`places.kinds.${kind}`)}</CardLink>
                </h3>
                <p className="mt-1 text-sm text-ink-2 sm:min-h-10">{t(`home.type_texts.${kind}`)}</p>
                <p className="mt-1.5 min-h-5 text-sm font-semibold sm:mt-3">
                  {total > 0 &&
                    t(`home.type_counts.${kind}`, { count: total, number: formatNumber(total, i18n.language) })}
                </p>
              </Card>
            )
          })}
        </ul>
      </Section>
    </Page>
  )
}
