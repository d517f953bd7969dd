import type { DeskRecord } from '#contract/desk/records.ts'
import type { ParkRecord } from '#contract/desk/park-record.ts'
import { parkRecord } from '#contract/desk/park-record.ts'
import { useRecordWords } from '#web/features/desk/record/useRecordWords.ts'
import { useDeskWords } from '#web/features/desk/words.ts'
import { call } from '#web/lib/call.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DataTable } from '#web/ui/Table.tsx'
import { usePanelCall } from './usePanelCall.tsx'

interface PanelProps {
  record: DeskRecord
  onChanged: (record: DeskRecord) => void
}

/** The facts that were set, beside what the import says, and the way back to it. */
export function OverridesPanel({ record, onChanged }: PanelProps) {
  const { t, say } = useDeskWords()
  const words = useRecordWords(parkRecord.list)
  const { data: profile } = useProfile()
  const { run, dialog } = usePanelCall()
  const { overrides, version, id } = record as unknown as ParkRecord
  const mayChange = profile?.permissions.includes('parks.update') === true
  const show = (field: string, value: unknown): string => {
    const column = (parkRecord.update.fields as Record<string, { words?: string }>)[field]
    const one = (item: unknown) =>
      column?.words === undefined ? String(item) : say(`desk.words.${column.words}.${String(item)}`)
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
      return t('desk.parks.overrides.empty')
    if (typeof value === 'boolean') return t(value ? 'desk.yes' : 'desk.no')
    return Array.isArray(value) ? value.map(one).join(', ') : one(value)
  }
  if (overrides.length === 0)
    return (
      <Card as="section" padding="lg">
        <p className="text-ink-2">{t('desk.parks.overrides.none')}</p>
      </Card>
    )
  const restore = (field: string) =>
    run(async () => {
      const body = { fields: [field], version }
      onChanged(
        (await call('POST /api/v1/admin/parks/{id}/restore', { params: { id }, body })) as unknown as DeskRecord,
      )
    }, t('desk.parks.overrides.restored'))
  return (
    <>
      <DataTable
        caption={t('desk.parks.overrides.caption')}
        rows={overrides}
        rowKey={({ field }) => field}
        columns={[
          { key: 'fact', head: t('desk.parks.overrides.fact'), cell: ({ field }) => words.label(field), rowHead: true },
          { key: 'value', head: t('desk.parks.overrides.value'), cell: ({ field, value }) => show(field, value) },
          {
            key: 'imported',
            head: t('desk.parks.overrides.imported'),
            cell: ({ field, imported }) => show(field, imported),
          },
          ...(mayChange
            ? [
                {
                  key: 'restore',
                  head: <span className="sr-only">{t('desk.parks.overrides.restore')}</span>,
                  cell: ({ field }: { field: string }) => (
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={`${t('desk.parks.overrides.restore')}: ${words.label(field)}`}
                      onClick={() => restore(field)}
                    >
                      {t('desk.parks.overrides.restore')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {dialog}
    </>
  )
}
