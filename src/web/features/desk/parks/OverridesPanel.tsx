import type { DeskRecord } from '#contract/lists/records.ts'
import type { ParkRecord } from '#contract/parks/desk/park-record.ts'
import { parkRecord } from '#contract/parks/desk/park-record.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useRecordWords } from '#web/features/lists/record/useRecordWords.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { usePanelCall } from './usePanelCall.tsx'

interface PanelProps {
  record: DeskRecord
  onChanged: (record: DeskRecord) => void
}

/** The facts that were set, beside what the import says, and the way back to it. */
export function OverridesPanel({ record, onChanged }: PanelProps) {
  const { t, translateKey, labelled } = useDeskWords()
  const words = useRecordWords(parkRecord.list)
  const { data: profile } = useProfile()
  const { run, dialog } = usePanelCall()
  const { overrides, version, id } = record as unknown as ParkRecord
  const mayChange = profile?.permissions.includes('parks.update') === true
  const show = (field: string, value: unknown): string => {
    const column = (parkRecord.update.fields as Record<string, { words?: string }>)[field]
    const first = (item: unknown) =>
      column?.words === undefined ? String(item) : translateKey(`desk.words.${column.words}.${String(item)}`)
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
      return t('desk.parks.overrides.empty')
    if (typeof value === 'boolean') return t(value ? 'desk.yes' : 'desk.no')
    return Array.isArray(value) ? value.map(first).join(', ') : first(value)
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
    <Card as="section" padding="lg">
      <h2 className="sr-only">{t('desk.parks.overrides.caption')}</h2>
      <ul className="grid">
        {overrides.map(({ field, value, imported }) => (
          <li
            key={field}
            className="grid items-center gap-x-6 gap-y-1 border-b border-line py-3 last:border-0 md:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)_auto]"
          >
            <span className="font-semibold">{words.label(field)}</span>
            <span className="wrap-anywhere">
              <span className="block text-sm text-ink-2">{t('desk.parks.overrides.value')}</span>
              {show(field, value)}
            </span>
            <span className="wrap-anywhere">
              <span className="block text-sm text-ink-2">{t('desk.parks.overrides.imported')}</span>
              {show(field, imported)}
            </span>
            {mayChange && (
              <Button
                variant="outline"
                size="sm"
                aria-label={labelled(t('desk.parks.overrides.restore'), words.label(field))}
                onClick={() => restore(field)}
                className="mt-1 justify-self-start md:mt-0"
              >
                {t('desk.parks.overrides.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </Card>
  )
}
