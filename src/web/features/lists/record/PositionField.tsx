import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { Suggestion } from '#contract/places/places.ts'
import { LazyPointMap } from '#web/features/map/LazyPointMap.tsx'
import { useAskSuggestions } from '#web/features/parks/api.ts'
import { formatTypedNumber, parseSignedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { useDeskWords } from '../words.ts'
import type { FormValues } from './formValues.ts'

interface PositionFieldProps {
  form: UseFormReturn<FormValues, unknown, Record<string, unknown>>
  position: readonly [lat: string, lng: string]
  record: DeskRecord | undefined
}

/** Decimals of a degree: a tenth of a metre. */
const decimals = 6
const mostFound = 5

/** The point of two fields on a map, found by an address and moved by pointer or arrow keys. The fields above stay. */
export function PositionField({ form, position, record }: PositionFieldProps) {
  const { t, locale } = useDeskWords()
  const [lat, lng] = useWatch({ control: form.control, name: [...position] }).map((text) =>
    parseSignedNumber(String(text).trim(), locale),
  )
  const isPoint = lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  const write = (name: string, degrees: number) =>
    form.setValue(name, formatTypedNumber(Number(degrees.toFixed(decimals)), locale), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  const move = (point: { lat: number; lng: number }) => {
    write(position[0], point.lat)
    write(position[1], point.lng)
  }
  return (
    <div className="grid gap-1.5">
      <AddressSearch form={form} record={record} onFound={move} />
      <LazyPointMap point={isPoint ? { lat, lng } : undefined} name={t('desk.form.position')} onMove={move} />
      <p className="text-sm text-ink-2">{t('desk.form.position_hint')}</p>
    </div>
  )
}

interface AddressSearchProps extends Pick<PositionFieldProps, 'form' | 'record'> {
  onFound: (place: Suggestion) => void
}

/** Finds a position by an address, a place, coordinates or a map link; begins with the address of the form. */
function AddressSearch({ form, record, onFound }: AddressSearchProps) {
  const { t } = useDeskWords()
  const [typed, setTyped] = useState<string>()
  const [found, setFound] = useState<readonly Suggestion[]>()
  const [isBusy, setIsBusy] = useState(false)
  const { address, city, country_code } = useWatch({ control: form.control }) as Record<string, string | undefined>
  const country = (country_code ?? record?.['country_code'] ?? record?.['country']) as string | undefined
  const ask = useAskSuggestions(country)
  const text = typed ?? [address, city ?? record?.['city']].filter(Boolean).join(', ')
  const find = async () => {
    if (text.trim() === '' || isBusy) return
    setIsBusy(true)
    const places = (await ask(text).catch(() => [])).slice(0, mostFound)
    setIsBusy(false)
    setFound(places)
    if (places.length === 1) onFound(places[0]!)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // It would send the form around it.
    event.preventDefault()
    void find()
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label={t('desk.form.find_position')}
          hint={t('desk.form.find_position_hint')}
          className="min-w-0 flex-1 basis-64"
        >
          <TextInput
            type="search"
            autoComplete="off"
            maxLength={120}
            value={text}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={handleKey}
          />
        </Field>
        <Button variant="outline" size="md" busy={isBusy} disabled={text.trim() === ''} onClick={() => void find()}>
          <Search aria-hidden="true" className="size-4" />
          {t('desk.form.find')}
        </Button>
      </div>
      <div role="status">
        {found?.length === 0 && <p className="text-sm text-ink-2">{t('desk.form.not_found')}</p>}
        {found !== undefined && found.length > 1 && (
          <ul className="grid rounded-lg border border-line">
            {found.map((place, index) => (
              <li key={index} className="border-b border-line last:border-0">
                <button
                  type="button"
                  className="min-h-11 w-full px-3 py-2 text-left hover:bg-sunk"
                  onClick={() => {
                    onFound(place)
                    setFound(undefined)
                  }}
                >
                  <span className="font-semibold">{place.name}</span>{' '}
                  <span className="text-sm text-ink-2">{place.context}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
