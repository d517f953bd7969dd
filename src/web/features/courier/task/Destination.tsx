import { Navigation } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CourierDestination, CourierTask } from '#contract/deliveries/courier.ts'
import { directionsTo } from '#web/features/parks/directions.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { MenuButton } from '#web/ui/overlay/MenuButton.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { useCourierWords } from '../words.ts'

/** Where an order is brought: the bay with the car's plate and how to get in, or the address. */
export function Destination({ task }: { task: CourierTask }) {
  const { t, locale } = useCourierWords()
  const { destination, plate, note, to_collect, items } = task
  return (
    <div className="grid gap-3">
      {to_collect !== null && (
        <p className="rounded-lg bg-kerb px-3 py-2 text-md font-bold text-on-kerb">
          {t('courier.collect', { amount: formatMoney(to_collect.amount, to_collect.currency, locale) })}
        </p>
      )}
      {destination === null && <p>{t('courier.place.no_address')}</p>}
      {destination?.kind === 'bay' && <Bay destination={destination} plate={plate} />}
      {destination?.kind === 'address' && <Address {...destination} />}
      {note !== null && note !== '' && <Quote label={t('courier.place.order_note')}>{note}</Quote>}
      <ul className="grid gap-0.5 text-sm text-ink-2">
        {items.map(({ name, quantity }, at) => (
          <li key={`${name} ${at}`}>
            {quantity} × {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Of<Kind> = Extract<CourierDestination, { kind: Kind }>

function Bay({ destination, plate }: { destination: Of<'bay'>; plate: string | null }) {
  const { t } = useCourierWords()
  const { park_name, address, level, bay, access } = destination
  // The first entrance is where directions lead.
  const entrance = access?.entrances[0] ?? destination
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
          <strong className="block text-md">{park_name}</strong>
          <span className="text-sm text-ink-2">{address}</span>
        </p>
        <Directions point={entrance} />
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {level !== null && <Large label={t('courier.place.level')}>{level}</Large>}
        {bay !== null && <Large label={t('courier.place.bay')}>{bay}</Large>}
        {plate !== null && (
          <div>
            <dt className="text-sm text-ink-2">{t('courier.place.plate')}</dt>
            <dd className="mt-0.5">
              <Plate country="" text={plate} size="lg" />
            </dd>
          </div>
        )}
      </dl>
      {access !== null && <WayIn access={access} />}
    </>
  )
}

const Large = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-2">{label}</dt>
    <dd className="text-2xl font-bold wrap-anywhere">{children}</dd>
  </div>
)

function WayIn({ access }: { access: NonNullable<Of<'bay'>['access']> }) {
  const { t } = useCourierWords()
  const { gate_code, level, steps } = access
  if (gate_code === null && level === null && steps.length === 0) return null
  return (
    <section>
      <h4 className="text-base font-semibold">{t('courier.place.way_in')}</h4>
      <ol className="mt-1 grid list-decimal gap-1 pl-6">
        {gate_code !== null && (
          <li>
            {t('courier.place.gate_code')} <strong className="font-mono text-lg select-all">{gate_code}</strong>
          </li>
        )}
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            {step}
          </li>
        ))}
        {level !== null && <li>{t('courier.place.access_level', { level })}</li>}
      </ol>
    </section>
  )
}

function Address({ line, apartment, city, note, lat, lng }: Of<'address'>) {
  const { t } = useCourierWords()
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="min-w-0 flex-1 basis-40 text-md font-semibold wrap-anywhere">
          {line}
          {apartment !== null && apartment !== '' && <span className="block">{apartment}</span>}
          <span className="block text-sm font-normal text-ink-2">{city}</span>
        </p>
        <Directions point={{ lat, lng }} />
      </div>
      {note !== null && note !== '' && <Quote label={t('courier.place.note')}>{note}</Quote>}
    </>
  )
}

const Quote = ({ label, children }: { label: string; children: ReactNode }) => (
  <p className="border-l-3 border-kerb pl-3 text-base wrap-anywhere">
    <span className="block text-sm text-ink-2">{label}</span>
    {children}
  </p>
)

/** Directions to a point in the map apps of the phone. */
export function Directions({ point }: { point: { lat: number; lng: number } }) {
  const { t } = useCourierWords()
  return (
    <MenuButton
      align="end"
      trigger={
        <Button variant="outline" size="sm">
          <Navigation aria-hidden="true" className="size-4.5" />
          {t('courier.place.directions')}
        </Button>
      }
      groups={[
        {
          heading: t('courier.place.directions_with'),
          entries: directionsTo(point).map(({ name, href }) => ({ label: name, href })),
        },
      ]}
    />
  )
}
