import type { CustomerRecord } from '#contract/accounts/desk/customer-record.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Card } from '#web/ui/Card.tsx'

/** The addresses that a customer has saved for deliveries, the usual one first. */
export function AddressesPanel({ record }: { record: DeskRecord }) {
  const { addresses } = record as unknown as CustomerRecord
  const { t } = useDeskWords()
  if (addresses.length === 0) return <p className="text-ink-2">{t('desk.records.panels.no_addresses')}</p>
  return (
    <Card as="section" padding="lg">
      <ul className="grid">
        {addresses.map(({ id, label, text, note, is_default }) => (
          <li key={id} className="border-b border-line py-2 last:border-0">
            <p className="flex flex-wrap gap-x-4">
              <span className="font-semibold">{t(`desk.records.panels.address_labels.${label}`)}</span>
              {is_default && <span className="text-ink-2">{t('desk.records.panels.default_address')}</span>}
            </p>
            <p className="wrap-anywhere">{text}</p>
            {note !== null && <p className="text-sm wrap-anywhere text-ink-2">{note}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
