import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { Park } from '#contract/parks/parks.ts'
import { vehicleName } from '#web/features/vehicles/name.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatLength } from '#web/time/format.ts'
import { Section } from '#web/ui/Page.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { type Fit, isOfType, measuresOf, type Measures, type OwnVehicle, sides } from './fit.ts'

const verdictStyles: Record<Fit['verdict'], { Icon: typeof CircleCheck; color: string }> = {
  fits: { Icon: CircleCheck, color: 'text-free' },
  partly: { Icon: CircleCheck, color: 'text-free' },
  unknown: { Icon: CircleHelp, color: 'text-ink-2' },
  over: { Icon: CircleX, color: 'text-few' },
}

/** Which measurement does not fit, or that all do. */
export function useFitText() {
  const { t, locale } = useTranslation()
  return ({ verdict, over }: Fit): string =>
    verdict === 'over'
      ? over
          .map(({ side, by_cm }) => t(`park_page.fit.over_${side}`, { measure: formatLength(by_cm, locale) }))
          .join(', ')
      : t(`park_page.fit.${verdict}`)
}

/** Each recorded limit. */
export function useLimits(park: Park): { term: string; value: string }[] {
  const { t, locale } = useTranslation()
  return sides.flatMap((side) => {
    const max = park[`max_${side}_cm`]
    const measure = max === null ? undefined : formatLength(max, locale)
    return measure === undefined ? [] : [{ term: t(`park.${side}`), value: t('park.at_most', { measure }) }]
  })
}

/** The driver's vehicles, compared with the limits for height, length and width. */
export function VehicleFit({ park, own }: { park: Park; own: readonly OwnVehicle[] }) {
  const { t, locale } = useTranslation()
  const limits = useLimits(park)
  if (limits.length === 0 || own.length === 0) return null
  const metres = (length_cm: number) => formatLength(length_cm, locale)
  const formatMeasures = ({ height_cm, length_cm, width_cm }: Measures) => ({
    height: metres(height_cm),
    length: metres(length_cm),
    width: metres(width_cm),
  })
  return (
    <Section title={t('park_page.fit.yours')}>
      <ul className="divide-y divide-line">
        {own.map((entry) => (
          <li key={entry.vehicle.id} className="py-3">
            <Own {...entry} measures={formatMeasures(measuresOf(entry.vehicle, entry.type))} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Own({
  vehicle,
  type,
  fit,
  measures: formatMeasures,
}: OwnVehicle & { measures: { height: string; length: string; width: string } }) {
  const { t } = useTranslation()
  const fitText = useFitText()
  const { Icon, color } = verdictStyles[fit.verdict]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Plate country={vehicle.country_code} text={vehicle.plate} />
        <span className="font-semibold">{vehicleName(vehicle) !== vehicle.plate && vehicleName(vehicle)}</span>
        <span className={`inline-flex items-center gap-1.5 font-semibold ${color}`}>
          <Icon aria-hidden="true" className="size-4.5" />
          {fitText(fit)}
        </span>
      </p>
      <p className="mt-1 text-sm text-ink-2">
        {t('park_page.fit.own', formatMeasures)}
        {isOfType(vehicle) && `. ${t('park_page.fit.of_type', { vehicle: type.name })}`}
      </p>
    </>
  )
}
