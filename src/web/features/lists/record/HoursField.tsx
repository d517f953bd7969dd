import { Copy, Plus, X } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { formatShortDay, formatWeekday } from '#contract/days.ts'
import { readNow } from '#web/time/clock.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field, FieldError } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ToolMenu } from '../ToolMenu.tsx'
import { useDeskWords } from '../words.ts'
import {
  closedDay,
  copyDay,
  type DayDraft,
  readWeek,
  type SpecialDraft,
  usualPeriod,
  type WeekDraft,
  writeWeek,
} from './weekDraft.ts'

interface HoursFieldProps {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  isRequired: boolean
  /** In the syntax of OpenStreetMap. */
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

const allDays = [0, 1, 2, 3, 4, 5, 6]
/** So many fit into the text. */
const mostSpecial = 8

/** Opening hours as a week. Hours that are no ordinary week stay the text that they are, and any text can be pasted. */
export function HoursField({ name, label, hint, error, isRequired, value, onChange, ref }: HoursFieldProps) {
  const { t, locale } = useDeskWords()
  const id = useId()
  const today = readNow().toISOString().slice(0, 10)
  const year = Number(today.slice(0, 4))
  const [draft, setDraft] = useState(() => readWeek(value, year))
  // What was pasted, or read from the record again, takes the place of what the controls hold.
  const [written, setWritten] = useState(value)
  if (written !== value) {
    setWritten(value)
    setDraft(readWeek(value, year))
  }
  const change = (next: WeekDraft) => {
    const text = writeWeek(next)
    setDraft(next)
    setWritten(text)
    onChange(text)
  }
  const nameOf = (day: number) => formatWeekday(day + 1, locale)
  const setDay = (day: number, to: DayDraft) =>
    change({ ...draft!, days: draft!.days.map((old, index) => (index === day ? to : old)) })
  const copies = (day: number) => [
    { label: t('desk.parks.hours.all_days'), onSelect: () => change(copyDay(draft!, day, allDays)) },
    { label: t('desk.parks.hours.working_days'), onSelect: () => change(copyDay(draft!, day, [0, 1, 2, 3, 4])) },
    { label: t('desk.parks.hours.weekend'), onSelect: () => change(copyDay(draft!, day, [5, 6])) },
    ...(day < 6
      ? [{ label: t('desk.parks.hours.next_day'), onSelect: () => change(copyDay(draft!, day, [day + 1])) }]
      : []),
  ]
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-1 text-base font-semibold">
        {label}
        {isRequired && (
          <span aria-hidden="true" className="ml-0.5 text-bad">
            *
          </span>
        )}
      </legend>
      {hint !== undefined && <p className="text-sm text-ink-2">{hint}</p>}
      {draft === undefined ? (
        <p className="text-sm text-ink-2">{t('desk.parks.hours.other')}</p>
      ) : (
        <div className="grid gap-2">
          {draft.days.map((day, index) => (
            <DayRow
              key={index}
              day={nameOf(index)}
              draft={day}
              onChange={(to) => setDay(index, to ?? closedDay)}
              copies={copies(index)}
            />
          ))}
          <DayRow
            day={t('desk.parks.hours.holidays')}
            draft={draft.holidays}
            onChange={(holidays) => change({ ...draft, holidays })}
            mayBeUsual
          />
          {draft.special.map((days, index) => (
            <SpecialRow
              key={index}
              draft={days}
              number={index + 1}
              onChange={(to) =>
                change({ ...draft, special: draft.special.map((old, at) => (at === index ? to : old)) })
              }
              onRemove={() => change({ ...draft, special: draft.special.filter((_, at) => at !== index) })}
            />
          ))}
          <div>
            <Button
              variant="outline"
              size="md"
              disabled={draft.special.length >= mostSpecial}
              onClick={() =>
                change({
                  ...draft,
                  special: [...draft.special, { from: today, to: today, isYearly: false, day: closedDay }],
                })
              }
            >
              <Plus aria-hidden="true" className="size-4" />
              {t('desk.parks.hours.add_special')}
            </Button>
          </div>
        </div>
      )}
      <Field label={t('desk.parks.hours.paste')} hint={t('desk.parks.hours.paste_hint')} className="mt-1">
        <TextInput
          name={name}
          ref={ref as never}
          value={value.startsWith('…') ? '' : value}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}

interface SpecialRowProps {
  draft: SpecialDraft
  number: number
  onChange: (to: SpecialDraft) => void
  onRemove: () => void
}

/** Days that are not as others: closed, or with hours of their own, once or every year. */
function SpecialRow({ draft, number, onChange, onRemove }: SpecialRowProps) {
  const { t, locale } = useDeskWords()
  const days = [...new Set([draft.from, draft.to])].filter((day) => day !== '')
  const name =
    days.length === 0
      ? t('desk.parks.hours.special', { number })
      : days.map((day) => formatShortDay(day, locale)).join(' – ')
  return (
    <div className="grid gap-2 rounded-lg bg-sunk p-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        {(['from', 'to'] as const).map((side) => (
          <Field key={side} label={t(`desk.parks.hours.special_${side}`)}>
            <TextInput
              type="date"
              className="w-44"
              value={draft[side]}
              onChange={({ target: { value } }) =>
                onChange({
                  ...draft,
                  [side]: value,
                  // The first day moves the last, which is usually the same.
                  ...(side === 'from' && (draft.to < value || draft.to === draft.from) && { to: value }),
                })
              }
            />
          </Field>
        ))}
        <Checkbox
          label={t('desk.parks.hours.yearly')}
          checked={draft.isYearly}
          onChange={({ target }) => onChange({ ...draft, isYearly: target.checked })}
        />
        <span className="ml-auto">
          <IconButton
            label={t('desk.parks.hours.remove_special', { days: name })}
            icon={<X aria-hidden="true" />}
            onClick={onRemove}
          />
        </span>
      </div>
      <DayRow day={name} draft={draft.day} onChange={(to) => onChange({ ...draft, day: to ?? closedDay })} />
    </div>
  )
}

interface DayRowProps {
  day: string
  draft: DayDraft | undefined
  onChange: (to: DayDraft | undefined) => void
  copies?: readonly { label: string; onSelect: () => void }[]
  /** Whether it may be a day as others. */
  mayBeUsual?: boolean
}

function DayRow({ day, draft, onChange, copies, mayBeUsual = false }: DayRowProps) {
  const { t } = useDeskWords()
  const periods = draft?.periods ?? []
  const states = [...(mayBeUsual ? ['usual'] : []), 'closed', 'hours', 'whole'] as const
  const choose = (state: string) => {
    if (state === 'usual') onChange(undefined)
    else if (state === 'hours') onChange({ state, periods: [usualPeriod] })
    else onChange({ state: state as DayDraft['state'], periods: [] })
  }
  const setPeriod = (at: number, to: Partial<(typeof periods)[number]>) =>
    onChange({
      state: 'hours',
      periods: periods.map((period, index) => (index === at ? { ...period, ...to } : period)),
    })
  return (
    <div
      role="group"
      aria-label={day}
      className="grid grid-cols-[1fr_auto] items-start gap-x-2 gap-y-1 border-b border-line pb-2 last:border-0 sm:grid-cols-[7rem_9.5rem_1fr_auto]"
    >
      <span className="self-center font-semibold first-letter:uppercase">{day}</span>
      <NativeSelect
        aria-label={t('desk.parks.hours.state', { day })}
        className="max-sm:order-3 max-sm:col-span-2"
        value={draft?.state ?? 'usual'}
        options={states.map((state) => ({ value: state, label: t(`desk.parks.hours.${state}` as never) }))}
        onChange={({ target }) => choose(target.value)}
      />
      <div className="grid gap-1 max-sm:order-4 max-sm:col-span-2">
        {periods.map(({ from, to }, index) => (
          <span key={index} className="flex flex-wrap items-center gap-1.5">
            <TextInput
              type="time"
              className="w-36"
              aria-label={t('desk.parks.hours.opens', { day })}
              value={from}
              onChange={({ target }) => setPeriod(index, { from: target.value })}
            />
            <span aria-hidden="true">–</span>
            <TextInput
              type="time"
              className="w-36"
              aria-label={t('desk.parks.hours.closes', { day })}
              value={to}
              onChange={({ target }) => setPeriod(index, { to: target.value })}
            />
            {periods.length > 1 && (
              <IconButton
                label={t('desk.parks.hours.remove', { day })}
                icon={<X aria-hidden="true" />}
                onClick={() => onChange({ state: 'hours', periods: periods.filter((_, other) => other !== index) })}
              />
            )}
            {index === periods.length - 1 && periods.length < 4 && (
              <IconButton
                label={t('desk.parks.hours.add', { day })}
                icon={<Plus aria-hidden="true" />}
                onClick={() => onChange({ state: 'hours', periods: [...periods, { from: '', to: '' }] })}
              />
            )}
          </span>
        ))}
      </div>
      {copies === undefined ? (
        <span className="size-11 max-sm:hidden" />
      ) : (
        <ToolMenu
          trigger={<IconButton label={t('desk.parks.hours.copy', { day })} icon={<Copy aria-hidden="true" />} />}
          groups={[{ entries: [...copies] }]}
        />
      )}
    </div>
  )
}
