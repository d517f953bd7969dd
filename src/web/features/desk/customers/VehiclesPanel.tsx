import type { CustomerRecord } from '#contract/accounts/desk/customer-record.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Card } from '#web/ui/Card.tsx'

/** The vehicles that a customer has saved, the usual one first. */
export function VehiclesPanel({ record }: { record: DeskRecord }) {
  const { vehicles } = record as unknown as CustomerRecord
  const { t } = useDeskWords()
  if (vehicles.length === 0) return <p className="text-ink-2">{t('desk.records.panels.no_vehicles')}</p>
  return (
    <Card as="section" padding="lg">
      <ul className="grid">
        {vehicles.map(({ plate, type, name, is_default }) => (
          <li key={plate} className="flex flex-wrap gap-x-4 border-b border-line py-2 last:border-0">
            <span className="font-mono font-semibold select-all">{plate}</span>
            <span>{[name, type].filter((candidate) => candidate !== null).join(' · ')}</span>
            {is_default && <span className="text-ink-2">{t('desk.records.panels.default_vehicle')}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
