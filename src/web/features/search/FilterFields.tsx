import { type ReactNode, useId, useState } from 'react'
import { usesMiles } from '#contract/formats.ts'
import { formatTypedLength, parseLength, typedLengthUnit } from '#contract/lengths.ts'
import { bayWidths_cm, parkKinds } from '#contract/parks/park-lists.ts'
import type { Amenity } from '#contract/parks/parks.ts'
import { lengthsBetween, sizeLimits } from '#contract/vehicles/size-limits.ts'
import { vehicleSides } from '#web/features/booking-window/parkSearch.ts'
import { VehicleCell } from '#web/features/booking-window/VehicleCell.tsx'
import { withoutSizes, type VehicleChoice } from '#web/features/booking-window/vehicleChoice.ts'
import { AmenityIcon } from '#web/features/parks/amenities.tsx'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { currencySign, formatLength } from '#web/time/format.ts'
import { formatTypedNumber, readTypedAmount } from '#web/time/typedNumber.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { type Filters, filterAmenities } from './filters.ts'
import { useCurrency } from './useCurrency.ts'

export type FilterValue = Filters & VehicleChoice

interface FilterFieldsProps {
  value: FilterValue
  onChange: (change: Partial<FilterValue>) => void
}

/** All filters apart from place and time. */
export function FilterFields({ value, onChange }: FilterFieldsProps) {
  const { t, locale } = useTranslation()
  const { data: types } = useVehicleTypes()
  const currency = useCurrency()
  const usual = types?.find(({ id }) => id === value.vehicle)
  const toggle = (amenity: Amenity) =>
    onChange({
      amenities: value.amenities.includes(amenity)
        ? value.amenities.filter((candidate) => candidate !== amenity)
        : [...value.amenities, amenity],
    })
  return (
    <div className="grid gap-5">
      <Choices label={t('search_list.must_have')}>
        {filterAmenities.map((amenity) => (
          <Chip
            key={amenity}
            pressed={value.amenities.includes(amenity)}
            icon={<AmenityIcon amenity={amenity} />}
            onClick={() => toggle(amenity)}
          >
            {t(`park.amenities.${amenity}`)}
          </Chip>
        ))}
      </Choices>
      <Choices label={t('park.access')}>
        <Chip
          pressed={value.step_free === true}
          onClick={() => onChange({ step_free: value.step_free ? undefined : true })}
        >
          {t('park.step_free')}
        </Chip>
        <Chip pressed={value.lift === true} onClick={() => onChange({ lift: value.lift ? undefined : true })}>
          {t('park.lift')}
        </Chip>
        {bayWidths_cm.map((width_cm) => (
          <Chip
            key={width_cm}
            pressed={value.bay_width_cm === width_cm}
            onClick={() => onChange({ bay_width_cm: value.bay_width_cm === width_cm ? undefined : width_cm })}
          >
            {t('search_list.bay_width', { width: formatLength(width_cm, locale) })}
          </Chip>
        ))}
      </Choices>
      <Choices label={t('search_list.kind')}>
        <Chip pressed={value.kind === undefined} onClick={() => onChange({ kind: undefined })}>
          {t('search_list.any_kind')}
        </Chip>
        {parkKinds
          .filter((kind) => kind !== 'unknown')
          .map((kind) => (
            <Chip key={kind} pressed={value.kind === kind} onClick={() => onChange({ kind })}>
              {t(`park.kinds.${kind}`)}
            </Chip>
          ))}
      </Choices>
      <NumberField
        label={t('search_list.max_price')}
        hint={t('search_list.max_price_hint')}
        value={value.max_price}
        least={0}
        most={1_000_000_000}
        unit={currencySign(currency, locale)}
        onChange={(max_price) => onChange({ max_price: max_price === 0 ? undefined : max_price })}
      />
      <fieldset>
        <legend className="mb-1.5 text-base font-semibold">{t('search.vehicle')}</legend>
        <VehicleCell value={value} onChange={onChange} className="rounded-lg border border-edge bg-card px-3.5 py-2" />
        <div className="mt-2.5 grid grid-cols-3 gap-2.5">
          {vehicleSides.map((side) => (
            <NumberField
              key={side}
              label={t(`search_list.sizes.${side}`)}
              value={value[side]}
              usual={usual?.[side]}
              least={sizeLimits[side][0]}
              most={sizeLimits[side][1]}
              length
              onChange={(size) => onChange({ [side]: size })}
            />
          ))}
        </div>
        <button
          type="button"
          onClick={() => onChange(withoutSizes(value.vehicle))}
          // Reserves its space, so that fields below don't move.
          className={cx(
            'min-h-11 text-sm font-semibold text-act hover:text-act-press',
            vehicleSides.every((side) => value[side] === undefined) && 'invisible',
          )}
        >
          {t('search_list.reset_sizes')}
        </button>
        <Checkbox
          label={t('search_list.hide_too_small')}
          hint={t('search_list.hide_too_small_hint')}
          checked={value.fits === true}
          onChange={(event) => onChange({ fits: event.target.checked || undefined })}
        />
      </fieldset>
    </div>
  )
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <div>
      <p id={id} className="mb-2 text-base font-semibold">
        {label}
      </p>
      <div role="group" aria-labelledby={id} className="flex flex-wrap gap-2">
        {children}
      </div>
    </div>
  )
}

interface NumberFieldProps {
  label: string
  hint?: string
  value: number | undefined
  /** Shown while the field is empty. */
  usual?: number | undefined
  least: number
  most: number
  /** Beside the field; a length has the reader's unit. */
  unit?: string
  /** Whether it is a length in centimetres, which is typed in the reader's unit. */
  length?: boolean
  onChange: (value: number | undefined) => void
}

/** A price, or a length in whole centimetres, that applies on Enter or blur. */
function NumberField({ label, hint, value, usual, least, most, unit, length = false, onChange }: NumberFieldProps) {
  const { t, locale } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const [wrong, setWrong] = useState(false)
  const read = (text: string) => (length ? parseLength(text, locale) : readTypedAmount(text)?.amount) ?? Number.NaN
  const write = (size: number) => (length ? formatTypedLength(size, locale) : formatTypedNumber(size, locale, 2))
  const settle = () => {
    if (typed === undefined) return
    const size = typed.trim() === '' ? undefined : read(typed)
    const isWrong = size !== undefined && !(size >= least && size <= most)
    setWrong(isWrong)
    if (isWrong) return
    setTyped(undefined)
    if (size !== value) onChange(size)
  }
  const isWords = length && usesMiles(locale)
  const between = length
    ? t('vehicles.length_between', lengthsBetween([least, most], locale))
    : t('search_list.size_between', { least, most, unit })
  return (
    <Field label={label} hint={hint} error={wrong ? between : undefined}>
      <TextInput
        inputMode={isWords ? 'text' : length ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={typed ?? (value === undefined ? '' : write(value))}
        placeholder={usual === undefined ? '' : write(usual)}
        after={isWords ? undefined : <span className="pr-2 text-sm">{length ? typedLengthUnit(locale) : unit}</span>}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
      />
    </Field>
  )
}
