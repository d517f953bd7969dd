import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { capitalize, formatDay, formatTime, formatWindow, zoneName } from '#web/time/format.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { wallDay } from '#web/time/quarterHours.ts'
import { useDiffersFromDevice } from '#web/time/useDiffersFromDevice.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import type { OrderCheckout } from './useOrderCheckout.ts'

interface SlotFieldsProps {
  checkout: OrderCheckout
  errorOf: (field: string) => string | undefined
}

/** The day and the time of an order, in the branch's time zone; at first as soon as possible. */
export function SlotFields({ checkout, errorOf }: SlotFieldsProps) {
  const { t, locale } = useTranslation()
  const differsFromDevice = useDiffersFromDevice()
  const { slots, slot, draft, change, isSlotGone, isDelivery } = checkout
  const title = t(isDelivery ? 'orders.when_delivered' : 'orders.when_collected')
  if (slots.data === undefined)
    return (
      <Section title={title}>
        {slots.error === null ? (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-19" />
          </Loading>
        ) : (
          <Notice
            tone="error"
            action={
              <Button variant="alt" size="md" onClick={() => slots.refetch()}>
                {t('common.try_again')}
              </Button>
            }
          >
            {describeFailure(t, slots.error)}
          </Notice>
        )}
      </Section>
    )
  const { timezone, days, within, next } = slots.data
  const open = days.filter(({ items }) => items.length > 0)
  if (open.length === 0)
    return (
      <Section title={title}>
        <Notice tone="warning" live>
          {next === null
            ? within === null
              ? t('orders.no_slots')
              : t('orders.no_slots_within', {
                  window: formatWindow(new Date(within.starts_at), new Date(within.ends_at), timezone, locale),
                })
            : t('orders.next_slot', { moment: formatMomentInSentence(new Date(next.starts_at), timezone, locale) })}
        </Notice>
      </Section>
    )
  const day = slot === undefined ? open[0]!.day : wallDay(new Date(slot.starts_at), timezone)
  const times = (open.find((candidate) => candidate.day === day) ?? open[0]!).items
  const first = next?.starts_at
  return (
    <Section title={title}>
      {within !== null && (
        <p className="mb-3 text-ink-2">
          {t('orders.within', {
            window: formatWindow(new Date(within.starts_at), new Date(within.ends_at), timezone, locale),
          })}
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('orders.day')}>
          <NativeSelect
            name="day"
            value={day}
            options={open.map((entry) => ({
              value: entry.day,
              label: capitalize(formatDay(new Date(entry.items[0]!.starts_at), timezone, locale), locale),
            }))}
            onChange={({ target }) =>
              change({ slot: open.find((candidate) => candidate.day === target.value)?.items[0]?.starts_at })
            }
          />
        </Field>
        <Field label={t('orders.time')} error={errorOf('slot')}>
          <NativeSelect
            name="slot"
            value={slot?.starts_at ?? ''}
            options={times.map(({ starts_at }) => ({
              value: starts_at,
              label:
                starts_at === first
                  ? t('orders.asap', { time: formatTime(new Date(starts_at), timezone, locale) })
                  : formatTime(new Date(starts_at), timezone, locale),
            }))}
            onChange={({ target }) => change({ slot: target.value })}
          />
        </Field>
      </div>
      {isSlotGone && slot !== undefined && draft.slot !== undefined && (
        <Notice tone="warning" live className="mt-3">
          {t('orders.slot_gone', { moment: formatMomentInSentence(new Date(slot.starts_at), timezone, locale) })}
        </Notice>
      )}
      {differsFromDevice(new Date(times[0]!.starts_at), timezone) && (
        <p className="mt-2 text-sm text-ink-2">
          {t('shop.zone', { zone: zoneName(new Date(times[0]!.starts_at), timezone, locale) })}
        </p>
      )}
    </Section>
  )
}
