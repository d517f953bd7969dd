import { Car, CircleCheck, CircleX, Flag } from 'lucide-react'
import { regretMinutes } from '#contract/booking-rules.ts'
import type { Park, VehicleType } from '#contract/parks.ts'
import { AmenityIcon } from '#web/features/parks/amenities.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { vehicleName } from '#web/features/search/filters.ts'
import { formatMetres, formatNumber, formatList } from '#web/lib/format.ts'
import { FactChip } from '#web/ui/Chip.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Section } from '#web/ui/Page.tsx'
import type { Obstacle } from './bookable.ts'
import { checkFit, type OwnVehicle } from './fit.ts'
import { useFitText } from './VehicleFit.tsx'
import { brand } from '#brand.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '#web/lib/translation.ts'
import { Button } from '#web/ui/Button.tsx'

interface FactChipsProps {
  park: Park
  type: VehicleType | undefined
  /** The driver's vehicle of the chosen type. */
  own: OwnVehicle | undefined
  obstacle: Obstacle | undefined
}

/** Whether the vehicle fits, the amenities, and the number of spaces. */
export function FactChips({ park, type, own, obstacle }: FactChipsProps) {
  const { t, language } = useTranslation()
  const by = useFitText()
  const name = type?.name ?? t('search.car')
  const known = park.fits === null ? 'unknown' : park.fits ? 'fits' : 'over'
  const verdict = own?.fit.verdict ?? (type === undefined ? known : checkFit(park, type).verdict)
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
  const total = park.capacity === null ? undefined : formatNumber(park.capacity, language)
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

/** Marks the facts that are demo data. */
export function ExampleNotice({ park }: { park: Park }) {
  const { t, language } = useTranslation()
  if (park.examples.length === 0) return null
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 rounded-lg border border-dashed border-edge px-4 py-3">
      <ExampleTag />
      <p className="min-w-0 flex-1 basis-64 text-sm text-ink-2">
        {park.examples.includes('park')
          ? t('park.example_park')
          : t('park.example_facts', {
              facts: formatList(
                park.examples.map((fact) => t(`park.example_fact.${fact}`)),
                language,
              ),
            })}
      </p>
    </div>
  )
}

/** Accessibility by measurements. Unknown values are shown as unknown. */
export function StepFree({ park }: { park: Park }) {
  const { t, language } = useTranslation()
  const { bays, bay_width_cm, step_free, lift } = park.accessible
  const isMade =
    park.examples.includes('amenities') && [bays, bay_width_cm, step_free, lift].some((fact) => fact !== null)
  const yesNo = (fact: boolean | null) => t(fact === null ? 'park.unknown' : fact ? 'park.yes' : 'park.no')
  return (
    <Section title={t('park.access')} action={isMade && <ExampleTag />}>
      <DefinitionList
        entries={[
          { term: t('park.bays'), value: bays === null ? t('park.unknown') : formatNumber(bays, language) },
          {
            term: t('park.bay_width'),
            value: bay_width_cm === null ? t('park.unknown') : formatMetres(bay_width_cm, language),
          },
          { term: t('park.step_free'), value: yesNo(step_free) },
          { term: t('park.lift'), value: yesNo(lift) },
        ]}
      />
    </Section>
  )
}

/** Cancellation and grace periods, from the park's policies. */
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

const facts = ['cctv', 'guard', 'lighting'] as const

/** Security features with the date of each record; without a record a feature is unknown, not absent. */
export function Security({ park }: { park: Park }) {
  const { t } = useTranslation()
  const isMade = park.examples.includes('amenities') || park.examples.includes('park')
  const date = park.source.observed_at
  const presentText = isMade
    ? t('park.yes')
    : date === null
      ? t('park_page.security.seen_undated')
      : t('park_page.security.seen', { date })
  return (
    <Section
      title={t('park_page.security.title')}
      action={isMade && facts.some((fact) => park.amenities.includes(fact)) && <ExampleTag />}
    >
      <DefinitionList
        entries={facts.map((fact) => ({
          term: t(`park_page.security.${fact}`),
          icon: <AmenityIcon amenity={fact} />,
          value: park.amenities.includes(fact) ? presentText : t('park.unknown'),
        }))}
      />
    </Section>
  )
}

const knownAccess = ['public', 'customers', 'permit', 'private'] as const

/** Type, operator, access and the code posted at the gate. */
export function About({ park }: { park: Park }) {
  const { t } = useTranslation()
  const access = knownAccess.find((one) => one === park.access || (one === 'public' && park.access === 'yes'))
  const entries = [
    park.partner !== null && {
      term: t('park.partner'),
      value: (
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          {park.partner}
          {park.examples.includes('partner') && <ExampleTag />}
        </span>
      ),
    },
    park.operator !== null && { term: t('park.operator'), value: park.operator },
    access !== undefined && { term: t('park.access_title'), value: t(`park.access_values.${access}`) },
    { term: t('park.code'), value: <span className="tracking-wide">{park.park_code}</span> },
  ].filter((entry) => entry !== false)
  return (
    <Section title={t('park.about')}>
      {park.description !== null && <p className="mb-3 max-w-prose">{park.description}</p>}
      <DefinitionList entries={entries} />
    </Section>
  )
}

/** Sources of the facts with licence and date. */
export function Source({ park: { source, examples } }: { park: Park }) {
  const { t } = useTranslation()
  const isExample = examples.includes('park')
  const title = isExample ? t('park_page.example_source', { brand: brand.name }) : source.title
  return (
    <Section title={t('park.source')}>
      <p>
        {t('park.source_line', { title, licence: source.licence })}
        {source.observed_at !== null && `, ${t('park.source_of', { date: source.observed_at })}`}.
      </p>
      <p className="mt-1 text-sm text-ink-2">
        {isExample ? t('park_page.example_attribution') : source.attribution}
        {source.url !== null && (
          <>
            {' · '}
            <a href={source.url} target="_blank" rel="noreferrer" className="text-act underline underline-offset-4">
              {t('park.source_link')}
            </a>
          </>
        )}
      </p>
    </Section>
  )
}

const load = () => import('./MistakeDialog.tsx')
const MistakeDialog = lazy(load)

/** Opens the form to report a mistake, which is loaded on demand. */
export function Mistake({ park }: { park: Park }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  // A new key resets the form on each opening.
  const [opening, setOpening] = useState(0)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1 pb-6">
      <span className="text-ink-2">{t('park_page.mistake.lead')}</span>
      <Button
        variant="outline"
        size="md"
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => {
          setOpening(opening + 1)
          setOpen(true)
        }}
      >
        <Flag aria-hidden="true" className="size-4.5" />
        {t('park_page.mistake.open')}
      </Button>
      {opening > 0 && (
        <Suspense>
          <MistakeDialog key={opening} park={park} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}
