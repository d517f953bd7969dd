import type { ParkTariffs, TariffRequest } from '#contract/parks/desk/tariffs.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatLocalDay } from '../localDay.ts'
import { usePanelCall } from '../usePanelCall.tsx'

interface VersionsProps {
  id: string
  tariffs: ParkTariffs
  mayChange: boolean
  onEdit: (tariff: TariffRequest) => void
}

/** The versions of a tariff that are planned, in force and past. */
export function TariffVersions({
  id,
  tariffs: { versions, planned, currency, timezone },
  mayChange,
  onEdit,
}: VersionsProps) {
  const { t, labelled, locale } = useDeskWords()
  const { run, dialog } = usePanelCall()
  const summarize = ({ increment_amount, increment_minutes, day_cap_amount }: TariffRequest) =>
    [
      `${formatMoney(increment_amount, currency, locale)} / ${increment_minutes} min`,
      ...(day_cap_amount === null
        ? []
        : [labelled(t('desk.parks.tariff.day_cap_amount'), formatMoney(day_cap_amount, currency, locale))]),
    ].join(' · ')
  return (
    <Card as="section" padding="lg" className="grid gap-3">
      <h2 className="text-md font-bold">{t('desk.parks.tariff.versions')}</h2>
      <ul className="grid">
        {planned.map(({ id: tariff_id, from, tariff }) => {
          const date = formatLocalDay(from, locale)
          return (
            <Version
              key={tariff_id}
              title={t('desk.parks.tariff.planned_from', { date })}
              text={summarize(tariff)}
              onEdit={() => onEdit(tariff)}
            >
              {mayChange && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={t('desk.parks.tariff.drop_label', { date })}
                  onClick={() =>
                    run(
                      () =>
                        call('POST /api/v1/admin/parks/{id}/tariffs/{tariff_id}/drop', { params: { id, tariff_id } }),
                      t('desk.parks.tariff.dropped'),
                    )
                  }
                >
                  {t('desk.parks.tariff.drop')}
                </Button>
              )}
            </Version>
          )
        })}
        {versions.map(({ version, created_at, tariff, bookings, is_example }) => (
          <Version
            key={version}
            title={[
              t('desk.parks.tariff.current', {
                version,
                date: formatDateTime(new Date(created_at), timezone, locale),
              }),
              ...(is_example ? [t('desk.parks.tariff.example')] : []),
            ].join(' · ')}
            text={[
              summarize(tariff),
              ...(bookings > 0 ? [t('desk.parks.tariff.bookings', { count: bookings })] : []),
            ].join(' · ')}
            onEdit={() => onEdit(tariff)}
          />
        ))}
      </ul>
      {dialog}
    </Card>
  )
}

function Version({
  title,
  text,
  onEdit,
  children,
}: {
  title: string
  text: string
  onEdit: () => void
  children?: React.ReactNode
}) {
  const { t, labelled } = useDeskWords()
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-0">
      <span className="min-w-0">
        <span className="font-semibold">{title}</span>
        <span className="block text-sm text-ink-2">{text}</span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Button variant="ghost" size="sm" aria-label={labelled(t('desk.parks.tariff.show'), title)} onClick={onEdit}>
          {t('desk.parks.tariff.show')}
        </Button>
        {children}
      </span>
    </li>
  )
}
