import { LocateFixed, Search } from 'lucide-react'
import { useState } from 'react'
import { addressLabels } from '#contract/addresses/addresses.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { LazyPointMap } from '#web/features/map/LazyPointMap.tsx'
import { useAskSuggestions } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { parseDegrees } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/form/Field.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'

/** An address as it is typed, with its degrees; those are empty until it is on the map. */
export interface TypedAddress {
  label: (typeof addressLabels)[number]
  line: string
  apartment: string
  city: string
  state: string
  note: string
  lat: string
  lng: string
}

export const emptyAddress: TypedAddress = {
  label: 'home',
  line: '',
  apartment: '',
  city: '',
  state: '',
  note: '',
  lat: '',
  lng: '',
}

interface AddressFieldsProps {
  country: CountryCode
  value: TypedAddress
  onChange: (change: Partial<TypedAddress>) => void
  /** The message for a field; undefined for a valid one. */
  errorOf: (field: string) => string | undefined
}

const patience_ms = 10_000

/** The fields of an address with its point: found by its words, by the device, or set on the map. */
export function AddressFields({ country, value, onChange, errorOf }: AddressFieldsProps) {
  const { t } = useTranslation()
  const ask = useAskSuggestions(country)
  const [finding, setFinding] = useState<'words' | 'device'>()
  const [hasFailed, setFailed] = useState(false)
  const point = readPoint(value)
  const setPoint = ({ lat, lng }: Point) => onChange({ lat: writeDegrees(lat), lng: writeDegrees(lng) })
  const findByWords = async () => {
    setFinding('words')
    const found = await ask([value.line, value.city].filter((candidate) => candidate !== '').join(', ')).catch(() => [])
    const [first] = found
    setFinding(undefined)
    setFailed(first === undefined)
    if (first !== undefined) setPoint(first)
  }
  const findDevice = () => {
    setFinding('device')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setFinding(undefined)
        setFailed(false)
        setPoint({ lat: coords.latitude, lng: coords.longitude })
      },
      () => {
        setFinding(undefined)
        setFailed(true)
      },
      { timeout: patience_ms },
    )
  }
  const input = (name: 'line' | 'apartment' | 'city' | 'state' | 'note', autoComplete: string, most: number) => (
    <TextInput
      name={name}
      value={value[name]}
      maxLength={most}
      autoComplete={autoComplete}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <Segmented
        label={t('addresses.label')}
        segments={addressLabels.map((label) => ({ value: label, label: t(`addresses.labels.${label}`) }))}
        value={value.label}
        onChange={(label) => onChange({ label })}
      />
      <Field label={t('addresses.line')} error={errorOf('line')} required>
        {input('line', 'street-address', 200)}
      </Field>
      <div className="grid gap-4 xs:grid-cols-2">
        <Field label={t('addresses.apartment')} aside={t('common.optional')} error={errorOf('apartment')}>
          {input('apartment', 'address-line2', 60)}
        </Field>
        <Field label={t('addresses.city')} error={errorOf('city')} required>
          {input('city', 'address-level2', 100)}
        </Field>
      </div>
      <Field label={t('addresses.state')} aside={t('common.optional')} error={errorOf('state')}>
        {input('state', 'address-level1', 60)}
      </Field>
      <Field label={t('addresses.note')} aside={t('common.optional')} error={errorOf('note')}>
        {input('note', 'off', 200)}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-base font-semibold">{t('addresses.point')}</legend>
        <p className="text-sm text-ink-2">{t('addresses.point_text')}</p>
        <p className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="md"
            busy={finding === 'words'}
            disabled={value.line.trim() === '' && value.city.trim() === ''}
            onClick={findByWords}
          >
            <Search aria-hidden="true" className="size-4.5" />
            {t('addresses.find')}
          </Button>
          <Button variant="outline" size="md" busy={finding === 'device'} onClick={findDevice}>
            <LocateFixed aria-hidden="true" className="size-4.5" />
            {t('addresses.here')}
          </Button>
        </p>
        {hasFailed && <FieldError error={t('addresses.not_found')} />}
        {point !== undefined && <LazyPointMap point={point} name={value.line} onMove={setPoint} />}
        <div className="grid grid-cols-2 gap-4">
          {(['lat', 'lng'] as const).map((side) => (
            <Field key={side} label={t(`addresses.${side}`)} error={errorOf(side)} required>
              <TextInput
                name={side}
                inputMode="decimal"
                value={value[side]}
                onChange={({ target }) => onChange({ [side]: target.value })}
              />
            </Field>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

interface Point {
  lat: number
  lng: number
}

const writeDegrees = (degrees: number) => String(Math.round(degrees * 1e6) / 1e6)

function readPoint({ lat, lng }: Pick<TypedAddress, 'lat' | 'lng'>): Point | undefined {
  const point = { lat: parseDegrees(lat), lng: parseDegrees(lng) }
  return point.lat === undefined || point.lng === undefined ? undefined : { lat: point.lat, lng: point.lng }
}

/** What is sent of a typed address: empty fields are left out. Undefined until it is on the map. */
export function toAddressBody({ lat, lng, label, line, city, ...others }: TypedAddress) {
  const point = readPoint({ lat, lng })
  if (point === undefined) return undefined
  const optional = Object.fromEntries(
    Object.entries(others).map(([name, text]) => [name, text.trim() === '' ? null : text.trim()]),
  ) as Record<keyof typeof others, string | null>
  return { label, line: line.trim(), city: city.trim(), ...point, ...optional }
}
