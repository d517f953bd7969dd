import { type FormEvent, useState } from 'react'
import type { ParkCapacity } from '#contract/parks/desk/capacity.ts'
import { vehicleClasses, type VehicleClass } from '#contract/parks/park-lists.ts'
import { day_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { readNow } from '#web/time/clock.ts'
import { wallDay } from '#web/time/quarterHours.ts'
import { parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { usePanelCall } from '../usePanelCall.tsx'

interface FormProps {
  id: string
  capacity: ParkCapacity
}

/** The number of spaces of a class from a day on. */
export function CapacityForm({ id, capacity: { version, timezone, pools } }: FormProps) {
  const { t, translateKey, locale } = useDeskWords()
  const { run, errors, dialog } = usePanelCall()
  const [vehicle_class, setClass] = useState<VehicleClass>(pools[0]?.vehicle_class ?? 'car')
  const [count, setCount] = useState('')
  const [from, setFrom] = useState(wallDay(readNow(), timezone))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await run(
      () =>
        call('POST /api/v1/admin/parks/{id}/capacity', {
          params: { id },
          body: { vehicle_class, capacity: readCount(count, locale), from, version },
        }),
      t('desk.parks.capacity.saved'),
    )
    if (saved !== undefined) setCount('')
  }
  return (
    <Card as="section" padding="lg">
      <form noValidate onSubmit={save} className="grid gap-4">
        <h2 className="text-md font-bold">{t('desk.parks.capacity.change')}</h2>
        <p className="text-sm text-ink-2">{t('desk.parks.capacity.change_text')}</p>
        <Field label={t('desk.parks.capacity.class')} error={errors['vehicle_class']}>
          <NativeSelect
            value={vehicle_class}
            onChange={({ target }) => setClass(target.value as VehicleClass)}
            options={vehicleClasses.map((entry) => ({
              value: entry,
              label: translateKey(`desk.words.vehicle_classes.${entry}`),
            }))}
          />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={t('desk.parks.capacity.count')} error={errors['capacity']} required>
            <TextInput
              name="capacity"
              inputMode="numeric"
              autoComplete="off"
              value={count}
              onChange={({ target }) => setCount(target.value)}
            />
          </Field>
          <Field label={t('desk.parks.capacity.from')} error={errors['from']} required>
            <TextInput name="capacity_from" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
          </Field>
        </div>
        <Button type="submit" size="md" className="justify-self-start">
          {t('desk.parks.capacity.save')}
        </Button>
      </form>
      {dialog}
    </Card>
  )
}

/** What is no number is sent as it is, for the server to say so. */
const readCount = (text: string, locale: string): number =>
  parseTypedNumber(text, locale) ?? (text as unknown as number)

/** Closes the car park, or one class, for a time in its time zone. */
export function ClosureForm({ id, capacity: { timezone, pools } }: FormProps) {
  const { t, translateKey } = useDeskWords()
  const { run, errors, dialog } = usePanelCall()
  const tomorrow = wallDay(new Date(readNow().getTime() + day_ms), timezone)
  const next = wallDay(new Date(readNow().getTime() + 2 * day_ms), timezone)
  const [vehicle_class, setClass] = useState('')
  const [starts_at, setStart] = useState(`${tomorrow}T00:00`)
  const [ends_at, setEnd] = useState(`${next}T00:00`)
  const [reason, setReason] = useState('')
  const [notice, setNotice] = useState({ en: '', fr: '' })
  const close = async (event: FormEvent) => {
    event.preventDefault()
    const closed = await run(
      () =>
        call('POST /api/v1/admin/parks/{id}/closures', {
          params: { id },
          body: {
            vehicle_class: vehicle_class === '' ? null : (vehicle_class as VehicleClass),
            starts_at,
            ends_at,
            reason,
            // What closes for one class is not said on the page.
            ...(vehicle_class !== '' || notice.en.trim() === '' ? {} : { notice_en: notice.en }),
            ...(vehicle_class !== '' || notice.fr.trim() === '' ? {} : { notice_fr: notice.fr }),
          },
        }),
      t('desk.parks.capacity.closed_done'),
    )
    if (closed === undefined) return
    setReason('')
    setNotice({ en: '', fr: '' })
  }
  return (
    <Card as="section" padding="lg">
      <form noValidate onSubmit={close} className="grid gap-4">
        <h2 className="text-md font-bold">{t('desk.parks.capacity.close')}</h2>
        <p className="text-sm text-ink-2">{t('desk.parks.capacity.close_text')}</p>
        <Field label={t('desk.parks.capacity.scope')} error={errors['vehicle_class']}>
          <NativeSelect
            value={vehicle_class}
            placeholder={t('desk.parks.capacity.all')}
            onChange={({ target }) => setClass(target.value)}
            options={pools.map((pool) => ({
              value: pool.vehicle_class,
              label: translateKey(`desk.words.vehicle_classes.${pool.vehicle_class}`),
            }))}
          />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={t('desk.parks.capacity.starts_at')} error={errors['starts_at']} required>
            <TextInput
              name="closure_start"
              type="datetime-local"
              step={900}
              value={starts_at}
              onChange={({ target }) => setStart(target.value)}
            />
          </Field>
          <Field label={t('desk.parks.capacity.ends_at')} error={errors['ends_at']} required>
            <TextInput
              name="closure_end"
              type="datetime-local"
              step={900}
              value={ends_at}
              onChange={({ target }) => setEnd(target.value)}
            />
          </Field>
        </div>
        <Field
          label={t('desk.parks.capacity.reason')}
          hint={t('desk.parks.capacity.reason_hint')}
          error={errors['reason']}
          required
        >
          <TextInput
            name="closure_reason"
            autoComplete="off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        {vehicle_class === '' &&
          (['en', 'fr'] as const).map((language) => (
            <Field
              key={language}
              label={t(`desk.parks.capacity.notice_${language}`)}
              hint={language === 'en' ? t('desk.parks.capacity.notice_hint') : undefined}
              error={errors[`notice_${language}`]}
            >
              <TextInput
                name={`closure_notice_${language}`}
                lang={language}
                autoComplete="off"
                value={notice[language]}
                onChange={({ target }) => setNotice({ ...notice, [language]: target.value })}
              />
            </Field>
          ))}
        <Button type="submit" size="md" className="justify-self-start">
          {t('desk.parks.capacity.close_button')}
        </Button>
      </form>
      {dialog}
    </Card>
  )
}
