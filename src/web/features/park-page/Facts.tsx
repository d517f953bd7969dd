import { CircleCheck, CircleX, Flag, Store } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { regretMinutes } from '#contract/bookings/booking-rules.ts'
import { formatDataDate } from '#contract/days.ts'
import type { Park, VehicleType } from '#contract/parks/parks.ts'
import { partnerAddress } from '#contract/settings/company.ts'
import { settings } from '#contract/settings/settings.ts'
import { AmenityIcon } from '#web/features/parks/amenities.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { vehicleName } from '#web/features/vehicles/name.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatLength, formatNumber, formatList } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { FactChip } from '#web/ui/Chip.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Section } from '#web/ui/Page.tsx'
import type { Obstacle } from './bookable.ts'
import { checkFit, type OwnVehicle } from './fit.ts'
import { useFitText, useLimits } from './VehicleFit.tsx'

interface FactChipsProps {
  park: Park
  type: VehicleType | undefined
  /** The driver's vehicle of the chosen type. */
  own: OwnVehicle | undefined
  obstacle: Obstacle | undefined
}

/** Whether the vehicle fits, the amenities, and the number of spaces; what is not known is left out. */
export function FactChips({ park, type, own, obstacle }: FactChipsProps) {
  const { t, locale } = useTranslation()
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
          ? undefined
          : {
              text: own
                ? t('park_page.fit.chip_fits', { name: vehicleName(own.vehicle) })
                : t('park.fits', { vehicle: name }),
              Icon: CircleCheck,
              color: 'text-free',
            }
  const total = park.capacity === null ? undefined : formatNumber(park.capacity, locale)
  if (fit === undefined && park.amenities.length === 0 && total === undefined) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {fit && (
        <li>
          <FactChip icon={<fit.Icon aria-hidden="true" className={fit.color} />}>{fit.text}</FactChip>
        </li>
      )}
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
  const { t, locale } = useTranslation()
  if (park.examples.length === 0) return null
  return (
    <div className="rounded-lg border border-dashed border-edge px-4 py-2.5">
      <p className="text-sm text-ink-2">
        <ExampleTag />{' '}
        {park.examples.includes('park')
          ? t('park.example_park')
          : t('park.example_facts', {
              facts: formatList(
                park.examples.map((fact) => t(`park.example_fact.${fact}`)),
                locale,
              ),
            })}
      </p>
    </div>
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
    <Fold title={t('park.rules')}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {rules.map(([term, text]) => (
          <div key={term}>
            <dt className="font-semibold">{term}</dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  )
}

const knownAccess = ['public', 'customers', 'permit', 'private'] as const
const security = ['cctv', 'guard', 'lighting'] as const

/** Operator, access, accessibility by measurements, security with the date of its record, and the code at the gate. */
export function About({ park }: { park: Park }) {
  const { t, locale } = useTranslation()
  const access = knownAccess.find(
    (candidate) => candidate === park.access || (candidate === 'public' && park.access === 'yes'),
  )
  const { bays, bay_width_cm, step_free, lift } = park.accessible
  const isMade = park.examples.some((fact) => fact === 'amenities' || fact === 'limits' || fact === 'park')
  const date = park.source.observed_at
  const seen =
    isMade || date === null
      ? t('park_page.security.present')
      : t('park_page.security.seen', { date: formatDataDate(date, locale) })
  const yesNo = (fact: boolean) => t(fact ? 'park.yes' : 'park.no')
  const entries = [
    park.partner !== null && { term: t('park.partner'), value: park.partner },
    park.operator !== null && { term: t('park.operator'), value: park.operator },
    ...useLimits(park),
    access !== undefined && { term: t('park.access_title'), value: t(`park.access_values.${access}`) },
    ...security.map((fact) => park.amenities.includes(fact) && { term: t(`park_page.security.${fact}`), value: seen }),
    bays !== null && { term: t('park.bays'), value: formatNumber(bays, locale) },
    bay_width_cm !== null && { term: t('park.bay_width'), value: formatLength(bay_width_cm, locale) },
    step_free !== null && { term: t('park.step_free'), value: yesNo(step_free) },
    lift !== null && { term: t('park.lift'), value: yesNo(lift) },
    { term: t('park.code'), value: <span className="tracking-wide">{park.park_code}</span> },
  ].filter((entry) => entry !== false)
  return (
    <Section title={t('park.about')} action={(isMade || park.examples.includes('partner')) && <ExampleTag />}>
      {park.description !== null && <p className="mb-3 max-w-prose">{park.description}</p>}
      <DefinitionList layout="grid" entries={entries} />
    </Section>
  )
}

/** Sources of the facts with licence and date. */
export function Source({ park: { source, examples } }: { park: Park }) {
  const { t, locale } = useTranslation()
  const isExample = examples.includes('park')
  const title = isExample ? t('park_page.example_source', { brand: settings().company.name }) : source.title
  return (
    <Section title={t('park.source')}>
      <p>
        {t('park.source_line', { title, licence: source.licence })}
        {source.observed_at !== null &&
          `, ${t('park.source_of', { date: formatDataDate(source.observed_at, locale) })}`}
        .
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

/** Where an operator claims a car park: our page, or the partner site of whoever runs the product. */
const claimAddress = (park: string): string =>
  settings().site.partner_site === null ? paths.partners({ park }) : partnerAddress()

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
      {park.partner === null && (
        <ButtonLink href={claimAddress(park.slug)} variant="outline" size="md">
          <Store aria-hidden="true" className="size-4.5" />
          {t('operator.run_this')}
        </ButtonLink>
      )}
      {opening > 0 && (
        <Suspense>
          <MistakeDialog key={opening} park={park} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}
