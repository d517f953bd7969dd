import { useState } from 'react'
import type { TariffPreview } from '#contract/parks/desk/tariffs.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatMoney, formatWindow } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { DataTable } from '#web/ui/Table.tsx'
import { TariffChart } from './TariffChart.tsx'

/** A booking that the person asks about, as wall times of the car park. */
export interface OwnWindow {
  start_time: string
  end_time: string
}

interface ChangesProps {
  preview: TariffPreview
  timezone: string
  own: OwnWindow
  onOwn: (own: OwnWindow) => void
  ownError: string | undefined
}

/** What a proposed tariff changes: sample bookings, any other, the price by hour, and who keeps the present one. */
export function TariffChanges({ preview, timezone, own, onOwn, ownError }: ChangesProps) {
  const { t, locale } = useDeskWords()
  const [length, setLength] = useState<'hour' | 'stay'>('stay')
  const { currency, samples, windows, chart, keeping } = preview
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(amount, currency, locale))
  const rows = [
    ...samples.map((sample) => ({ ...sample, name: t(`desk.parks.tariff.samples.${sample.code}`) })),
    ...windows.map((window) => ({ ...window, name: t('desk.parks.tariff.own') })),
  ]
  return (
    <Card as="section" padding="lg" className="grid gap-4">
      <div>
        <h2 className="text-md font-bold">{t('desk.parks.tariff.changes')}</h2>
        <p className="text-sm text-ink-2">
          {t('desk.parks.tariff.changes_text')} {t('desk.parks.tariff.keeping', { count: keeping })}
        </p>
      </div>
      <DataTable
        caption={t('desk.parks.tariff.changes')}
        rows={rows}
        rowKey={({ name, start_time }) => `${name} ${start_time}`}
        columns={[
          {
            key: 'sample',
            head: t('desk.parks.tariff.sample'),
            rowHead: true,
            cell: ({ name, start_time, end_time }) => (
              <>
                {name}
                <span className="block text-sm font-normal text-ink-2">
                  {formatWindow(new Date(start_time), new Date(end_time), timezone, locale)}
                </span>
              </>
            ),
          },
          { key: 'before', head: t('desk.parks.tariff.before'), align: 'end', cell: ({ before }) => money(before) },
          { key: 'after', head: t('desk.parks.tariff.after'), align: 'end', cell: ({ after }) => money(after) },
          {
            key: 'difference',
            head: t('desk.parks.tariff.difference'),
            align: 'end',
            cell: ({ before, after }) => {
              const difference = after - (before ?? after)
              return (
                <span className={cx('whitespace-nowrap', difference === 0 ? 'text-ink-2' : 'font-semibold')}>
                  {difference > 0 ? '+' : ''}
                  {money(Math.round(difference * 100) / 100)}
                </span>
              )
            },
          },
        ]}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">{t('desk.parks.tariff.own')}</legend>
        <div className="grid items-start gap-3 sm:grid-cols-2">
          {(['start_time', 'end_time'] as const).map((name) => (
            <Field
              key={name}
              label={t(name === 'start_time' ? 'desk.parks.tariff.own_start' : 'desk.parks.tariff.own_end')}
              error={name === 'end_time' ? ownError : undefined}
            >
              <TextInput
                name={`own_${name}`}
                type="datetime-local"
                step={900}
                value={own[name]}
                onChange={({ target }) => onOwn({ ...own, [name]: target.value })}
              />
            </Field>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{t('desk.parks.tariff.chart')}</h3>
        <Segmented
          label={t('desk.parks.tariff.chart')}
          value={length}
          onChange={setLength}
          segments={[
            { value: 'hour', label: t('desk.parks.tariff.chart_hour') },
            { value: 'stay', label: t('desk.parks.tariff.chart_stay') },
          ]}
        />
      </div>
      <TariffChart chart={chart} length={length} timezone={timezone} currency={currency} />
    </Card>
  )
}
