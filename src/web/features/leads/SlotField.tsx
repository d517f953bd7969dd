import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { countryZones } from '#contract/geography.ts'
import { demoMinutes } from '#contract/leads/leads.ts'
import { readEarlyValue } from '#web/page/earlyInput.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useCountry } from '#web/storage/country.ts'
import { readNow } from '#web/time/clock.ts'
import { capitalize, formatDateTime, formatDay, formatTime, zoneName } from '#web/time/format.ts'
import { deviceZone, wallDay } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, FieldError } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useDemoSlots } from './api.ts'

interface SlotFieldProps {
  label: string
  name: string
  /** Start time as the server sends it; empty if none is chosen. */
  value: string
  onChange: (slot: string) => void
  /** See LeadField. */
  plainValue: string | undefined
  error: string | undefined
  className?: string
}

/** Chooses a day and a free time, in the visitor's time zone. */
export function SlotField({ label, name, value, onChange, plainValue, error, className }: SlotFieldProps) {
  const { t, locale } = useTranslation()
  const id = useId()
  const { code } = useCountry()
  const isHydrating = useHydrating()
  const zone = isHydrating ? countryZones[code] : deviceZone()
  const { data, isError, refetch } = useDemoSlots()
  const days = useMemo(() => Map.groupBy(data?.slots ?? [], (slot) => wallDay(new Date(slot), zone)), [data, zone])
  const [picked, setPicked] = useState<string>()
  const chosen = data?.slots.includes(value) ? value : undefined
  const day = picked ?? (chosen && wallDay(new Date(chosen), zone)) ?? days.keys().next().value ?? ''
  /** Takes over what was chosen in the list that stood here before the page was hydrated. */
  const takeEarlySlot = useEffectEvent(() => {
    const early = readEarlyValue(name)
    if (early !== undefined && early !== '') onChange(early)
  })
  useEffect(() => {
    if (!isHydrating) takeEarlySlot()
  }, [isHydrating])
  if (isError && data === undefined)
    return (
      <Notice
        tone="error"
        className={className ?? ''}
        action={
          <Button variant="outline" size="md" onClick={() => refetch()}>
            {t('common.try_again')}
          </Button>
        }
      >
        {t('leads_form.slots.failed')}
      </Notice>
    )
  if (data === undefined)
    return (
      <Loading label={t('leads_form.slots.loading')} className={cx('grid gap-3', className)}>
        <Skeleton className="h-12 w-56" />
        <Skeleton className="h-24 w-full" />
      </Loading>
    )
  if (data.slots.length === 0)
    return (
      <Notice tone="warning" className={className ?? ''}>
        {t('leads_form.slots.none')}
      </Notice>
    )
  const now = readNow()
  if (plainValue !== undefined)
    return (
      <Field
        label={label}
        hint={t('search.zone_short', { zone: zoneName(now, zone, locale) })}
        error={error}
        className={className ?? ''}
      >
        <NativeSelect
          name={name}
          defaultValue={plainValue}
          placeholder={t('leads_form.choose')}
          options={[...days.values()].map((slots) => ({
            group: capitalize(formatDay(new Date(slots[0]!), zone, locale, now), locale),
            options: slots.map((slot) => ({ value: slot, label: formatTime(new Date(slot), zone, locale) })),
          }))}
        />
      </Field>
    )
  return (
    <div className={cx('grid gap-4', className)}>
      <Field label={t('leads_form.slots.day')} className="sm:max-w-72">
        <NativeSelect
          value={day}
          onChange={({ target }) => {
            setPicked(target.value)
            onChange('')
          }}
          options={[...days].map(([key, [first]]) => ({
            value: key,
            label: capitalize(formatDay(new Date(first!), zone, locale, now), locale),
          }))}
        />
      </Field>
      <fieldset aria-invalid={error ? true : undefined} aria-describedby={cx(`${id}-zone`, error && `${id}-error`)}>
        <legend className="text-base font-semibold">
          {label}{' '}
          <span className="font-normal text-ink-2">({t('leads_form.slots.length', { minutes: demoMinutes })})</span>
        </legend>
        <p id={`${id}-zone`} className="mt-0.5 mb-2.5 text-sm text-ink-2">
          {t('leads_form.slots.zone', { zone: `${zoneName(now, zone, locale)} (${zone.replaceAll('_', ' ')})` })}
        </p>
        <div className="flex flex-wrap gap-2">
          {(days.get(day) ?? []).map((slot) => (
            <label
              key={slot}
              className={cx(
                'relative grid min-h-11 min-w-20 place-items-center rounded-md border bg-card px-3 font-semibold tabular-nums transition-colors',
                'has-checked:border-act has-checked:bg-act has-checked:text-on-act',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                error ? 'border-bad' : 'border-edge hover:border-ink',
              )}
            >
              <input
                type="radio"
                name={name}
                value={slot}
                checked={slot === chosen}
                onChange={() => onChange(slot)}
                className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
              />
              {formatTime(new Date(slot), zone, locale)}
            </label>
          ))}
        </div>
        <div className={error ? 'mt-1.5' : undefined}>
          <FieldError id={`${id}-error`} error={error} />
        </div>
      </fieldset>
      <p aria-live="polite" className="text-base font-semibold empty:hidden">
        {chosen && t('leads_form.slots.chosen', { when: formatDateTime(new Date(chosen), zone, locale) })}
      </p>
    </div>
  )
}
