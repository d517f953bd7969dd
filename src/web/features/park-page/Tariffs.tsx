import { formatDataDate } from '#contract/days.ts'
import type { Park } from '#contract/parks/parks.ts'
import { useRate, useVehicleTypes } from '#web/features/parks/api.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Fold } from '#web/ui/Fold.tsx'
import { type Column, DataTable } from '#web/ui/Table.tsx'
import { groupTariffs, type TariffGroup, type TariffRow, tariffRows } from './tariffRows.ts'
import { useTariffText } from './useTariffText.ts'

type Row = TariffRow | { kind: 'hour'; amounts: number[] }

/** The price of an hour and, when opened (at first where it is all there is of a price), the tariff as a table: rates in rows, vehicle types in columns, the chosen one first; then its source. */
export function Tariffs({ park, vehicleTypeId }: { park: Park; vehicleTypeId: number }) {
  const { t, locale } = useTranslation()
  const served = park.rates.some((tariff) => tariff.vehicle_type_id === vehicleTypeId)
  const rate = useRate(park.id, vehicleTypeId, { enabled: served })
  if (park.rates.length === 0 && park.rates_text === null) return null
  // The park's own tariff is shown while the request is pending, so that the layout does not shift.
  const yours =
    rate.data ?? (rate.isError ? undefined : park.rates.find((tariff) => tariff.vehicle_type_id === vehicleTypeId))

  return (
    <Fold
      title={t('park.tariff')}
      lead={yours && t('park.tariff_lead', { price: formatMoney(yours.hour_total, yours.currency, locale) })}
      open={!park.bookable}
      mark={park.rates.some(({ is_example }) => is_example) && <ExampleTag />}
    >
      {park.rates.length > 0 && (!served || rate.isError) && <p className="mb-3 text-ink-2">{t('park.tariff_none')}</p>}
      {park.rates.length > 0 && <TariffTable park={park} vehicleTypeId={vehicleTypeId} />}
      <div className="mt-2 grid gap-1 text-sm text-ink-2">
        {park.rates.length > 0 && (
          <p>
            {t('park.tariff_cheapest')}
            {park.bookable && ` ${t('park.tariff_before_fees')}`}
          </p>
        )}
        {yours && !yours.is_example && (
          <p>
            {yours.observed_at !== null &&
              `${t('park.tariff_of', { date: formatDataDate(yours.observed_at, locale) })}. `}
            {yours.source === 'operator'
              ? t('park.tariff_operator')
              : // The code of another source is a name of ours, which tells a driver nothing.
                yours.source === park.source.code && t('park.tariff_from', { source: park.source.title })}
          </p>
        )}
        {park.rates_text !== null && (
          <p>
            {t('park.tariff_wording')} <q className="text-ink">{park.rates_text}</q>
          </p>
        )}
      </div>
    </Fold>
  )
}

function TariffTable({ park, vehicleTypeId }: { park: Park; vehicleTypeId: number }) {
  const { t, locale } = useTranslation()
  const { data: types } = useVehicleTypes()
  const tariffText = useTariffText(park.timezone)
  const groups = groupTariffs(park.rates, vehicleTypeId)
  const rows: Row[] = [
    ...tariffRows(groups.map(({ tariff }) => tariff)),
    { kind: 'hour', amounts: groups.map(({ tariff }) => tariff.hour_total) },
  ]
  // Without online booking no fee is added: the posted price is paid at the gate.
  const hourWords = { term: t('park.tariff_hour'), note: park.bookable ? t('park.tariff_hour_note') : undefined }
  const nameOf = (id: number) => types?.find((type) => type.id === id)?.name ?? `${t('park.tariff_vehicle')} ${id}`
  const column = ({ tariff, vehicle_type_ids: ids }: TariffGroup, index: number): Column<Row> => ({
    key: String(tariff.vehicle_type_id),
    align: 'end',
    head: (
      <span className="inline-block min-w-16 whitespace-normal">
        {ids.map(nameOf).join(', ')}
        {ids.includes(vehicleTypeId) && <span className="block text-xs text-act">{t('park.tariff_your_vehicle')}</span>}
      </span>
    ),
    cell: ({ kind, amounts }) => {
      const amount = amounts[index]
      if (amount === undefined) return <span className="text-ink-2">–</span>
      if (kind === 'free') return <span className="font-semibold text-free">{t('park.tariff_free')}</span>
      return (
        <span className={kind === 'hour' ? 'font-black' : 'font-semibold'}>
          {formatMoney(amount, tariff.currency, locale)}
        </span>
      )
    },
  })
  return (
    <DataTable
      caption={t('park.tariff_caption')}
      rows={rows}
      rowKey={({ amounts: _amounts, ...line }) => JSON.stringify(line)}
      columns={[
        {
          key: 'term',
          head: t('park.tariff_rate'),
          rowHead: true,
          cell: (row) => {
            const { term, note } = row.kind === 'hour' ? hourWords : tariffText(row)
            return (
              <span className="block min-w-36">
                {term}
                {note !== undefined && <span className="block text-sm font-normal text-ink-2">{note}</span>}
              </span>
            )
          },
        },
        ...groups.map(column),
      ]}
    />
  )
}
