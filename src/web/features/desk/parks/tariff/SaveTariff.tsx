import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ParkTariffs, TariffRequest } from '#contract/parks/desk/tariffs.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { readNow } from '#web/time/clock.ts'
import { wallDay } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { vehicleTypesQuery } from '../api.ts'
import { formatLocalDay } from '../localDay.ts'
import { usePanelCall } from '../usePanelCall.tsx'

interface SaveProps {
  id: string
  tariffs: ParkTariffs
  tariff: TariffRequest
  onSaved: () => void
}

/** Saves a tariff from a day on, for the type that is edited and others. */
export function SaveTariff({ id, tariffs: { version, timezone, vehicle_type_id }, tariff, onSaved }: SaveProps) {
  const { t, language, locale } = useDeskWords()
  const { data: types = [] } = useQuery(vehicleTypesQuery(language))
  const { run, errors, dialog } = usePanelCall()
  const today = wallDay(readNow(), timezone)
  const [from, setFrom] = useState(today)
  const [also, setAlso] = useState<number[]>([])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { vehicle_type_ids: [vehicle_type_id, ...also], tariff, from, version }
    const saved = await run(
      () => call('POST /api/v1/admin/parks/{id}/tariffs', { params: { id }, body }),
      from === today
        ? t('desk.parks.tariff.saved_now')
        : t('desk.parks.tariff.saved_later', { date: formatLocalDay(from, locale) }),
    )
    if (saved !== undefined) onSaved()
  }
  return (
    <Card as="section" padding="lg">
      <form noValidate onSubmit={save} className="grid gap-4">
        <h2 className="text-md font-bold">{t('desk.parks.tariff.save_title')}</h2>
        <p className="text-sm text-ink-2">{t('desk.parks.tariff.save_text')}</p>
        <Field label={t('desk.parks.tariff.from_day')} error={errors['from']} required className="sm:max-w-64">
          <TextInput
            name="tariff_from"
            type="date"
            min={today}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        </Field>
        <fieldset>
          <legend className="text-base font-semibold">{t('desk.parks.tariff.also')}</legend>
          <div className="flex flex-wrap gap-x-5">
            {types
              .filter((type) => type.id !== vehicle_type_id)
              .map((type) => (
                <Checkbox
                  key={type.id}
                  label={type.name}
                  checked={also.includes(type.id)}
                  onChange={({ target }) =>
                    setAlso(target.checked ? [...also, type.id] : also.filter((candidate) => candidate !== type.id))
                  }
                />
              ))}
          </div>
        </fieldset>
        <Button type="submit" size="md" className="justify-self-start">
          {t('desk.parks.tariff.save')}
        </Button>
      </form>
      {dialog}
    </Card>
  )
}
