import { Car, CircleCheck, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { regretMinutes } from '#contract/bookings.ts'
import type { Park, VehicleType } from '#contract/parks.ts'
import { AmenityIcon } from '#web/features/parks/amenities.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { vehicleName } from '#web/features/search/filters.ts'
import { formatMetres, formatNumber } from '#web/lib/format.ts'
import { FactChip } from '#web/ui/Chip.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Section } from '#web/ui/Page.tsx'
import type { Obstacle } from './bookable.ts'
import { fitOf, type OwnVehicle } from './fit.ts'
import { useFitWords } from './VehicleFit.tsx'

interface FactChipsProps {
  park: Park
  type: VehicleType | undefined
  /** The driver's vehicle of this type. */
  own: OwnVehicle | undefined
  obstacle: Obstacle | undefined
}

/** Whether the vehicle fits, what the park offers, how many spaces it has. */
export function FactChips({ park, type, own, obstacle }: FactChipsProps) {
  const { t, i18n } = useTranslation()
  const by = useFitWords()
  const name = type?.name ?? t('search.car')
  const known = park.fits === null ? 'unknown' : park.fits ? 'fits' : 'over'
  const verdict = own?.fit.verdict ?? (type === undefined ? known : fitOf(park, type).verdict)
  const fit =
    obstacle === 'not_served'
      ? { text: t('park.not_served', { vehicle: name }), Icon: CircleX, color: 'text-few' }
      : verdict === 'over'
        ? {
            text: own
              ? t('park_page.fit.chip_over', { name: vehicleName(own.vehicle), by: by(own.fit) })
              : t('park.too_large', { vehicle: name }),
            Icon: CircleX,
            color: 'text-few',
          }
        : verdict === 'unknown'
          ? { text: t('park.fits_unknown'), Icon: Car, color: 'text-ink-2' }
          : {
              text: own
                ? t('park_page.fit.chip_fits', { name: vehicleName(own.vehicle) })
                : t('park.fits', { vehicle: name }),
              Icon: CircleCheck,
              color: 'text-free',
            }
  const total = park.capacity === null ? undefined : formatNumber(park.capacity, i18n.language)
  return (
    <ul className="flex flex-wrap gap-2">
      <li>
        <FactChip icon={<fit.Icon aria-hidden="true" className={fit.color} />}>{fit.text}</FactChip>
      </li>
      {park.amenities.map((amenity) => (
        <li key={amenity}>
          <FactChip icon={<AmenityIcon amenity={amenity} />}>{t(`park.amenities.${amenity}`)}</FactChip>
        </li>
      ))}
      {park.capacity !== null && total !== undefined && (
        <li>
          <FactChip icon={<AmenityIcon amenity="parking" />}>
            {park.capacity_is_estimate
              ? t('park.spaces_about', { total })
              : t('park.spaces', { count: park.capacity, total })}
          </FactChip>
        </li>
      )}
    </ul>
  )
}

/** Says which facts were made up for the demonstration. */
export function ExampleNotice({ park }: { park: Park }) {
  const { t, i18n } = useTranslation()
  if (park.examples.length === 0) return null
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 rounded-lg border border-dashed border-edge px-4 py-3">
      <ExampleTag />
      <p className="min-w-0 flex-1 basis-64 text-sm text-ink-2">
        {park.examples.includes('park')
          ? t('park.example_park')
          : t('park.example_facts', {
              facts: new Intl.ListFormat(i18n.language).format(
                park.examples.map((fact) => t(`park.example_fact.${fact}`)),
              ),
            })}
      </p>
    </div>
  )
}

/** Accessibility by measure, not by a sign. What is not known is said to be so. */
export function StepFree({ park }: { park: Park }) {
  const { t, i18n } = useTranslation()
  const { bays, bay_width_cm, step_free, lift } = park.accessible
  const isMade =
    park.examples.includes('amenities') && [bays, bay_width_cm, step_free, lift].some((fact) => fact !== null)
  const yesNo = (fact: boolean | null) => t(fact === null ? 'park.unknown' : fact ? 'park.yes' : 'park.no')
  return (
    <Section title={t('park.access')} action={isMade && <ExampleTag />}>
      <DefinitionList
        entries={[
          { term: t('park.bays'), value: bays === null ? t('park.unknown') : formatNumber(bays, i18n.language) },
          {
            term: t('park.bay_width'),
            value: bay_width_cm === null ? t('park.unknown') : formatMetres(bay_width_cm, i18n.language),
          },
          { term: t('park.step_free'), value: yesNo(step_free) },
          { term: t('park.lift'), value: yesNo(lift) },
        ]}
      />
    </Section>
  )
}

/** Cancelling and the minutes of grace, from the park's own policies. */
export function Rules({ park }: { park: Park }) {
  const { t } = useTranslation()
  const { cancellation, grace_arrival_min, grace_end_min, check_in } = park.policies
  if (!park.bookable) return null
  const rules = [
    [t('park.rule_cancel'), t(`park.cancel_${cancellation}`)],
    [
      t('park.rule_early_cancel', { minutes: regretMinutes }),
      t('park.rule_early_cancel_text', { minutes: regretMinutes }),
    ],
    [t('park.rule_arrival'), t('park.rule_arrival_text', { minutes: grace_arrival_min })],
    [t('park.rule_end'), t('park.rule_end_text', { minutes: grace_end_min })],
    [t('park.rule_check_in'), t(`park.check_in_${check_in}`)],
  ]
  return (
    <Section title={t('park.rules')}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {rules.map(([term, text]) => (
          <div key={term}>
            <dt className="font-semibold">{term}</dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
