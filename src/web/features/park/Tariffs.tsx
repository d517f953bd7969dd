import { useTranslation } from 'react-i18next'
import type { Park, Tariff } from '#contract/parks.ts'
import { useRate, useVehicleTypes } from '#web/features/parks/api.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { formatDuration, formatMoney } from '#web/lib/format.ts'
import { Section } from '#web/ui/Page.tsx'
import { DataTable } from '#web/ui/Table.tsx'

/** The tariff of each vehicle type, and in words that of the chosen one. */
export function Tariffs({ park, vehicleTypeId }: { park: Park; vehicleTypeId: number }) {
  const { t, i18n } = useTranslation()
  const { data: types } = useVehicleTypes()
  const served = park.rates.some((tariff) => tariff.vehicle_type_id === vehicleTypeId)
  const rate = useRate(park.id, vehicleTypeId, { enabled: served })
  if (park.rates.length === 0 && park.rates_text === null) return null
  const money = (amount: number, { currency }: Tariff) => formatMoney(amount, currency, i18n.language)
  const duration = (minutes: number) => formatDuration(minutes, i18n.language)
  const step = (tariff: Tariff) =>
    tariff.increment_minutes === 60
      ? t('park.price_an_hour', { price: money(tariff.increment_amount, tariff) })
      : t('park.tariff_each', {
          price: money(tariff.increment_amount, tariff),
          duration: duration(tariff.increment_minutes),
        })
  const first = (tariff: Tariff) =>
    tariff.free_minutes > 0 ? t('park.tariff_free', { duration: duration(tariff.free_minutes) }) : undefined
  const capped = (tariff: Tariff) =>
    tariff.day_cap_amount === null
      ? undefined
      : t('park.tariff_capped', { price: money(tariff.day_cap_amount, tariff) })
  const resets = [
    ...new Set(park.rates.flatMap((tariff) => (tariff.day_cap_amount === null ? [] : [tariff.day_cap_reset_hour]))),
  ]
  // The park tells it already while the call is under way, so that nothing moves when it comes.
  const yours =
    rate.data ?? (rate.isError ? undefined : park.rates.find((tariff) => tariff.vehicle_type_id === vehicleTypeId))

  return (
    <Section title={t('park.tariff')} action={park.rates.some(({ is_example }) => is_example) && <ExampleTag />}>
      {yours && (
        <p className="mb-3">
          {t('park.tariff_yours_line', {
            terms: [first(yours), step(yours), capped(yours)].filter(Boolean).join(', '),
          })}
        </p>
      )}
      {park.rates.length > 0 && (!served || rate.isError) && <p className="mb-3 text-ink-2">{t('park.tariff_none')}</p>}
      {park.rates.length > 0 && (
        <DataTable
          caption={t('park.tariff_caption')}
          rows={park.rates}
          rowKey={({ vehicle_type_id }) => vehicle_type_id}
          columns={[
            {
              key: 'vehicle',
              head: t('park.tariff_vehicle'),
              rowHead: true,
              cell: ({ vehicle_type_id: id }) => (
                <>
                  {types?.find((type) => type.id === id)?.name ?? `${t('park.tariff_vehicle')} ${id}`}
                  {id === vehicleTypeId && (
                    <span className="ml-2 text-xs font-medium text-act">{t('park.tariff_yours')}</span>
                  )}
                </>
              ),
            },
            {
              key: 'step',
              head: t('park.tariff_step'),
              cell: (tariff) => (
                <>
                  {step(tariff)}
                  <span className="block text-sm text-ink-2">
                    {[first(tariff), capped(tariff)].filter(Boolean).join(', ')}
                  </span>
                </>
              ),
            },
            {
              key: 'hour',
              head: t('park.tariff_hour'),
              align: 'end',
              cell: (tariff) => <strong>{money(tariff.hour_total, tariff)}</strong>,
            },
          ]}
        />
      )}
      <div className="mt-2 grid gap-1 text-sm text-ink-2">
        {park.rates.length > 0 && <p>{t('park.tariff_before_fees')}</p>}
        {resets.map((hour) => (
          <p key={hour}>{t('park.tariff_reset', { time: `${String(hour).padStart(2, '0')}:00` })}</p>
        ))}
        {yours && !yours.is_example && (
          <p>
            {yours.observed_at !== null && `${t('park.tariff_of', { date: yours.observed_at })}. `}
            {t('park.tariff_from', { source: yours.source === park.source.code ? park.source.title : yours.source })}
          </p>
        )}
        {park.rates_text !== null && (
          <p>
            {t('park.tariff_wording')} <q className="text-ink">{park.rates_text}</q>
          </p>
        )}
      </div>
    </Section>
  )
}
