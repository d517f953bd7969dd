import { CalendarClock, Pencil, Star, Trash2 } from 'lucide-react'
import type { Paper, Vehicle } from '#contract/vehicles/vehicles.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDay, formatLength, formatRelativeDays } from '#web/time/format.ts'
import { deviceZone, wallDay } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { vehicleName } from './name.ts'
import { byExpiry, stateOf } from './papers.ts'

interface VehicleCardProps {
  vehicle: Vehicle
  onEdit: () => void
  onDefault: () => void
  onRemove: () => void
}

/** A saved vehicle: plate, type, size, and expiry dates of its documents. */
export function VehicleCard({ vehicle, onEdit, onDefault, onRemove }: VehicleCardProps) {
  const { t } = useTranslation()
  const name = vehicleName(vehicle)
  const named = name !== vehicle.plate
  return (
    <Card as="li" className="grid grid-cols-1 gap-x-5 gap-y-3.5 sm:grid-cols-[13rem_minmax(0,1fr)_auto] sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="min-w-0 text-[1.0625rem]">
          <Plate country={vehicle.country_code} text={vehicle.plate} size="lg" className="text-[1.375rem]!" />
        </h3>
        {vehicle.is_default && (
          <span className="sm:hidden">
            <Tag tone="act">{t('vehicles.default')}</Tag>
          </span>
        )}
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold wrap-anywhere">
          {named ? name : <TypeName vehicle={vehicle} />}
          {vehicle.is_default && (
            <span className="max-sm:hidden">
              <Tag tone="act">{t('vehicles.default')}</Tag>
            </span>
          )}
        </p>
        <Described vehicle={vehicle} typed={named} />
        <Papers papers={vehicle.papers} />
      </div>
      <div className="-m-2 flex min-w-0 items-start gap-0.5 max-sm:border-t max-sm:border-line max-sm:pt-1 sm:-mt-1.5">
        {!vehicle.is_default && (
          <Button variant="ghost" size="md" onClick={onDefault} className="max-sm:mr-auto sm:hidden">
            <Star aria-hidden="true" className="size-4.5" />
            {t('vehicles.make_default')}
          </Button>
        )}
        {!vehicle.is_default && (
          <IconButton
            label={t('common.labelled', { name: t('vehicles.make_default'), value: name })}
            icon={<Star aria-hidden="true" />}
            onClick={onDefault}
            className="max-sm:hidden"
          />
        )}
        <IconButton
          label={t('vehicles.edit_one', { name })}
          icon={<Pencil aria-hidden="true" />}
          onClick={onEdit}
          className={vehicle.is_default ? 'max-sm:ml-auto' : undefined}
        />
        <IconButton
          label={t('vehicles.remove_one', { name })}
          icon={<Trash2 aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
    </Card>
  )
}

function TypeName({ vehicle }: { vehicle: Vehicle }) {
  const types = useVehicleTypes()
  return types.data?.find(({ id }) => id === vehicle.vehicle_type_id)?.name ?? vehicle.plate
}

/** Type, make and size in one line, without what the name already contains. */
function Described({ vehicle, typed }: { vehicle: Vehicle; typed: boolean }) {
  const { t, locale } = useTranslation()
  const types = useVehicleTypes()
  const type = types.data?.find(({ id }) => id === vehicle.vehicle_type_id)?.name
  const metres = (size_cm: number) => ({ metres: formatLength(size_cm, locale) })
  const made = [vehicle.make, vehicle.model].filter(Boolean).join(' ')
  const facts = [
    typed && type,
    vehicle.nickname !== null && made,
    vehicle.colour,
    vehicle.height_cm !== null && t('vehicles.high', metres(vehicle.height_cm)),
    vehicle.length_cm !== null && t('vehicles.long', metres(vehicle.length_cm)),
    vehicle.width_cm !== null && t('vehicles.wide', metres(vehicle.width_cm)),
  ].filter(Boolean)
  if (facts.length === 0) return null
  return <p className="text-sm wrap-anywhere text-ink-2">{facts.join(' · ')}</p>
}

const tones = { good: 'neutral', soon: 'kerb', expired: 'bad' } as const

function Papers({ papers }: { papers: readonly Paper[] }) {
  const { t, locale } = useTranslation()
  const today = wallDay(new Date(), deviceZone())
  if (papers.length === 0) return null
  return (
    <ul className="mt-3 grid gap-1.5">
      {byExpiry(papers).map((paper) => {
        const { state, days } = stateOf(paper, today)
        const when = formatRelativeDays(days, locale)
        const day = formatDay(new Date(`${paper.expires_on}T12:00Z`), 'UTC', locale)
        return (
          <li key={paper.kind} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
            <span>{t(`vehicles.papers.${paper.kind}`)}</span>
            {state === 'good' ? (
              <span className="text-ink-2">{t('vehicles.expires', { day })}</span>
            ) : (
              <>
                <Tag tone={tones[state]} icon={<CalendarClock aria-hidden="true" />}>
                  {t(state === 'soon' ? 'vehicles.expires_soon' : 'vehicles.expired', { when })}
                </Tag>
                <span className="text-ink-2">{day}</span>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
