import { useWatch, type UseFormReturn } from 'react-hook-form'
import { LazyPointMap } from '#web/features/map/LazyPointMap.tsx'
import { formatTypedNumber } from '#web/time/typedNumber.ts'
import { useDeskWords } from '../words.ts'
import { readNumber, type FormValues } from './formValues.ts'

interface PositionFieldProps {
  form: UseFormReturn<FormValues, unknown, Record<string, unknown>>
  position: readonly [lat: string, lng: string]
}

/** Decimals of a degree: a tenth of a metre. */
const decimals = 6

/** The point of two fields on a map, where it can be moved. The fields above stay for the keyboard. */
export function PositionField({ form, position }: PositionFieldProps) {
  const { t, locale } = useDeskWords()
  const [lat, lng] = useWatch({ control: form.control, name: [...position] }).map((text) =>
    readNumber(String(text).trim(), locale),
  )
  const isPoint = lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  const write = (name: string, degrees: number) =>
    form.setValue(name, formatTypedNumber(Number(degrees.toFixed(decimals)), locale), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  return (
    <div className="grid gap-1.5">
      <LazyPointMap
        point={isPoint ? { lat, lng } : undefined}
        name={t('desk.form.position')}
        onMove={(point) => {
          write(position[0], point.lat)
          write(position[1], point.lng)
        }}
      />
      <p className="text-sm text-ink-2">{t('desk.form.position_hint')}</p>
    </div>
  )
}
