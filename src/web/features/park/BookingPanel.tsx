import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { useQuote, useVehicleTypes } from '#web/features/parks/api.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { formatInstant, type Stay, writeWindow } from '#web/features/search/stay.ts'
import { WindowCells } from '#web/features/search/WindowCells.tsx'
import { CallError } from '#web/lib/call.ts'
import { formatMoment, formatMoney, zoneName } from '#web/lib/format.ts'
import { differsFromDevice } from '#web/lib/quarter.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import type { Obstacle } from './bookable.ts'

interface BookingPanelProps {
  park: Park
  stay: Stay
  onChange: (change: Partial<Stay>) => void
  obstacle: Obstacle | undefined
  coming: boolean
}

/** The stay and what it costs, line by line; on a wide screen with the button, which on a phone stands at the bottom. */
export function BookingPanel({ park, stay, onChange, obstacle, coming }: BookingPanelProps) {
  const { t, i18n } = useTranslation()
  return (
    <section className="rounded-2xl lg:border lg:border-line lg:bg-card lg:p-5" aria-label={t('park.when')}>
      <div className="grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-card">
        <WindowCells
          window={stay}
          zone={park.timezone}
          onChange={onChange}
          cellClass="min-h-15 min-w-0 px-4 py-2.5 first-of-type:border-r border-line"
        />
        <VehicleRow value={stay.vehicle} onChange={(vehicle) => onChange({ vehicle })} />
      </div>
      {differsFromDevice(stay.start, park.timezone) && (
        <p className="mt-2 text-sm text-ink-2">
          {t('search.zone', { zone: zoneName(stay.start, park.timezone, i18n.language) })}
        </p>
      )}
      {!obstacle && <Price park={park} stay={stay} coming={coming} />}
    </section>
  )
}

function VehicleRow({ value, onChange }: { value: number; onChange: (vehicleTypeId: number) => void }) {
  const { t } = useTranslation()
  const { data } = useVehicleTypes()
  const types = data ?? [{ id: 1, name: t('search.ordinary_car') }]
  return (
    <label className="relative col-span-2 block border-t border-line px-4 py-2.5 has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
      <span className="block text-xs text-ink-2">{t('search.vehicle')}</span>
      <select
        value={types.some(({ id }) => id === value) ? value : 1}
        onChange={(event) => onChange(Number(event.target.value))}
        className="block w-full bg-card font-semibold outline-none"
      >
        {types.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Price({ park, stay, coming }: Pick<BookingPanelProps, 'park' | 'stay' | 'coming'>) {
  const { t, i18n } = useTranslation()
  const quote = useQuote({
    park_id: park.id,
    vehicle_type_id: stay.vehicle,
    start_time: formatInstant(stay.start),
    end_time: formatInstant(stay.end),
  })
  const heading = (
    <div className="mt-6 mb-1 flex items-center justify-between gap-3 lg:mt-5">
      <h2 className="text-lg">{t('park.pay')}</h2>
      {park.examples.includes('tariff') && <ExampleTag />}
    </div>
  )
  if (quote.isError) {
    const problem = quote.error instanceof CallError ? quote.error.problem : undefined
    return (
      <>
        {heading}
        <Notice
          tone="error"
          className="mt-2"
          action={
            <Button size="sm" variant="outline" onClick={() => quote.refetch()}>
              {t('common.try_again')}
            </Button>
          }
        >
          {problem?.message ?? t('common.network_error')}
        </Notice>
      </>
    )
  }
  if (!quote.data) {
    return (
      <>
        {heading}
        <Loading label={t('park.quoting')} className="grid gap-3 pt-2">
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} className="h-9 rounded-sm" />
          ))}
          <Skeleton className="h-8 w-full rounded-sm" />
        </Loading>
      </>
    )
  }
  const { lines, total, currency, cancellation } = quote.data
  const money = (amount: number) => formatMoney(amount, currency, i18n.language)
  const [full, part] = cancellation.refund_rules
  const moment = (at: string) => formatMoment(new Date(at), park.timezone, i18n.language)
  return (
    <>
      {heading}
      <AmountTable
        caption={t('park.pay_lines')}
        rows={lines.map((line) => ({ label: line.label, amount: money(line.amount) }))}
        total={{ label: t('park.in_total'), amount: <output aria-live="polite">{money(total)}</output> }}
      />
      <p className="mt-2 text-sm text-ink-2">
        {t('park.cancel_until', { moment: moment(full?.until ?? cancellation.free_until) })}
        {part && ` ${t('park.cancel_part', { percent: part.percent, moment: moment(part.until) })}`} {t('park.held_long')}
      </p>
      <ButtonLink
        to={paths.checkout(park.slug, writeWindow(stay))}
        wide
        aria-disabled={coming || undefined}
        className={cx('mt-4 max-lg:hidden', coming && 'opacity-70')}
      >
        {t('park.book')}
      </ButtonLink>
    </>
  )
}
