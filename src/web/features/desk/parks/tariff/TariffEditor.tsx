import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatClockHour } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { newEarlyBird, newEvent, newTier, newWindow, type TariffDraft } from './draft.ts'
import { MoneyField, NumberField, Terms, TimeField, WeekdayField } from './fields.tsx'

interface EditorProps {
  draft: TariffDraft
  onChange: (draft: TariffDraft) => void
  currency: string
  /** What the server says of a field of the tariff. */
  errorOf: (field: string) => string | undefined
}

/** The terms of a tariff. The server checks them as they are typed. */
export function TariffEditor({ draft, onChange, currency, errorOf }: EditorProps) {
  const { t, locale } = useDeskWords()
  const set = (change: Partial<TariffDraft>) => onChange({ ...draft, ...change })
  const bound = (
    name: 'free_minutes' | 'increment_minutes' | 'increment_amount' | 'day_cap_amount' | 'month_amount',
  ) => ({
    name,
    label: t(`desk.parks.tariff.${name}`),
    value: draft[name],
    error: errorOf(name),
    onChange: (value: string) => set({ [name]: value }),
  })
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <MoneyField {...bound('increment_amount')} currency={currency} required />
        <NumberField {...bound('increment_minutes')} required />
        <MoneyField {...bound('day_cap_amount')} currency={currency} />
        <Field label={t('desk.parks.tariff.day_cap_reset_hour')} error={errorOf('day_cap_reset_hour')}>
          <NativeSelect
            name="day_cap_reset_hour"
            value={draft.day_cap_reset_hour}
            onChange={({ target }) => set({ day_cap_reset_hour: target.value })}
            options={Array.from({ length: 24 }, (_, hour) => ({
              value: hour,
              label: formatClockHour(hour, locale),
            }))}
          />
        </Field>
        <NumberField {...bound('free_minutes')} />
        <MoneyField {...bound('month_amount')} currency={currency} />
      </div>
      <Tiers draft={draft} set={set} currency={currency} errorOf={errorOf} />
      <Windows draft={draft} set={set} currency={currency} errorOf={errorOf} />
      <EarlyBird draft={draft} set={set} currency={currency} errorOf={errorOf} />
      <Events draft={draft} set={set} currency={currency} errorOf={errorOf} />
    </div>
  )
}

type PartProps = Omit<EditorProps, 'onChange'> & { set: (change: Partial<TariffDraft>) => void }

const replace = <T,>(terms: readonly T[], n: number, change: Partial<T>): T[] =>
  terms.map((term, i) => (i === n ? { ...term, ...change } : term))
const drop = <T,>(terms: readonly T[], n: number): T[] => terms.filter((_, i) => i !== n)

function Tiers({ draft: { tiers }, set, currency, errorOf }: PartProps) {
  const { t } = useDeskWords()
  return (
    <Terms title={t('desk.parks.tariff.tiers')} text={t('desk.parks.tariff.tiers_text')}>
      {tiers.map((tier, n) => (
        <Term
          key={n}
          remove={t('desk.parks.tariff.remove_tier', { n: n + 1 })}
          onRemove={() => set({ tiers: drop(tiers, n) })}
        >
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <NumberField
              name={`tiers.${n}.up_to_min`}
              label={t('desk.parks.tariff.up_to_min')}
              value={tier.up_to_min}
              error={errorOf(`tiers.${n}.up_to_min`)}
              onChange={(up_to_min) => set({ tiers: replace(tiers, n, { up_to_min }) })}
            />
            <MoneyField
              name={`tiers.${n}.amount`}
              label={t('desk.parks.tariff.amount')}
              currency={currency}
              value={tier.amount}
              error={errorOf(`tiers.${n}.amount`)}
              onChange={(amount) => set({ tiers: replace(tiers, n, { amount }) })}
            />
          </div>
        </Term>
      ))}
      <Add label={t('desk.parks.tariff.add_tier')} onClick={() => set({ tiers: [...tiers, newTier] })} />
    </Terms>
  )
}

const codes = ['day', 'evening', 'overnight', 'weekend'] as const

function Windows({ draft: { windows }, set, currency, errorOf }: PartProps) {
  const { t } = useDeskWords()
  return (
    <Terms title={t('desk.parks.tariff.windows')}>
      {windows.map((window, n) => {
        const change = (part: Partial<typeof window>) => set({ windows: replace(windows, n, part) })
        return (
          <Term
            key={n}
            remove={t('desk.parks.tariff.remove_window', { n: n + 1 })}
            onRemove={() => set({ windows: drop(windows, n) })}
          >
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <Field label={t('desk.parks.tariff.code')} error={errorOf(`windows.${n}.code`)}>
                <NativeSelect
                  value={window.code}
                  onChange={({ target }) => change({ code: target.value as typeof window.code })}
                  options={codes.map((code) => ({ value: code, label: t(`desk.parks.tariff.codes.${code}`) }))}
                />
              </Field>
              <MoneyField
                name={`windows.${n}.amount`}
                label={t('desk.parks.tariff.amount')}
                currency={currency}
                value={window.amount}
                error={errorOf(`windows.${n}.amount`)}
                onChange={(amount) => change({ amount })}
              />
              <TimeField
                name={`windows.${n}.from`}
                label={t('desk.parks.tariff.from')}
                value={window.from}
                error={errorOf(`windows.${n}.from`)}
                onChange={(from) => change({ from })}
              />
              <TimeField
                name={`windows.${n}.to`}
                label={t('desk.parks.tariff.to')}
                value={window.to}
                error={errorOf(`windows.${n}.to`)}
                onChange={(to) => change({ to: to === '00:00' ? '24:00' : to })}
              />
            </div>
            <WeekdayField
              label={t('desk.parks.tariff.days')}
              value={window.days}
              error={errorOf(`windows.${n}.days`)}
              onChange={(days) => change({ days })}
            />
          </Term>
        )
      })}
      <Add label={t('desk.parks.tariff.add_window')} onClick={() => set({ windows: [...windows, newWindow] })} />
    </Terms>
  )
}

function EarlyBird({ draft: { early_bird }, set, currency, errorOf }: PartProps) {
  const { t } = useDeskWords()
  if (early_bird === null)
    return (
      <Terms title={t('desk.parks.tariff.early_bird')}>
        <Add label={t('desk.parks.tariff.add_early_bird')} onClick={() => set({ early_bird: newEarlyBird })} />
      </Terms>
    )
  const change = (part: Partial<typeof early_bird>) => set({ early_bird: { ...early_bird, ...part } })
  return (
    <Terms title={t('desk.parks.tariff.early_bird')}>
      <Term remove={t('desk.parks.tariff.remove_early_bird')} onRemove={() => set({ early_bird: null })}>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          {(['enter_from', 'enter_until', 'leave_by'] as const).map((name) => (
            <TimeField
              key={name}
              name={`early_bird.${name}`}
              label={t(`desk.parks.tariff.${name}`)}
              value={early_bird[name]}
              error={errorOf(`early_bird.${name}`)}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
          <MoneyField
            name="early_bird.amount"
            label={t('desk.parks.tariff.amount')}
            currency={currency}
            value={early_bird.amount}
            error={errorOf('early_bird.amount')}
            onChange={(amount) => change({ amount })}
          />
        </div>
        <WeekdayField
          label={t('desk.parks.tariff.days')}
          value={early_bird.days}
          error={errorOf('early_bird.days')}
          onChange={(days) => change({ days })}
        />
      </Term>
    </Terms>
  )
}

function Events({ draft: { events }, set, currency, errorOf }: PartProps) {
  const { t } = useDeskWords()
  return (
    <Terms title={t('desk.parks.tariff.events')} text={t('desk.parks.tariff.events_text')}>
      {events.map((event, n) => {
        const change = (part: Partial<typeof event>) => set({ events: replace(events, n, part) })
        return (
          <Term
            key={n}
            remove={t('desk.parks.tariff.remove_event', { n: n + 1 })}
            onRemove={() => set({ events: drop(events, n) })}
          >
            <div className="grid items-start gap-3 sm:grid-cols-2">
              {(['starts_at', 'ends_at'] as const).map((name) => (
                <TimeField
                  key={name}
                  type="datetime-local"
                  name={`events.${n}.${name}`}
                  label={t(`desk.parks.tariff.${name}`)}
                  value={event[name]}
                  error={errorOf(`events.${n}.${name}`)}
                  onChange={(value) => change({ [name]: value })}
                />
              ))}
              <MoneyField
                name={`events.${n}.amount`}
                label={t('desk.parks.tariff.amount')}
                currency={currency}
                value={event.amount}
                error={errorOf(`events.${n}.amount`)}
                onChange={(amount) => change({ amount })}
              />
            </div>
          </Term>
        )
      })}
      <Add label={t('desk.parks.tariff.add_event')} onClick={() => set({ events: [...events, newEvent] })} />
    </Terms>
  )
}

function Term({ remove, onRemove, children }: { remove: string; onRemove: () => void; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 rounded-lg bg-sunk p-3">
      <div className="grid min-w-0 flex-1 gap-3">{children}</div>
      <IconButton label={remove} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </div>
  )
}

const Add = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="outline" size="sm" onClick={onClick} className="justify-self-start">
    <Plus aria-hidden="true" className="size-4" />
    {label}
  </Button>
)
