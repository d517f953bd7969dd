import type { BulkChange } from '#contract/desk/bulk-changes.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatShortMoment } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

interface RecentChangesProps {
  changes: readonly BulkChange[]
  /** Names what was changed for the chosen rows. */
  nameOf: (change: BulkChange) => string
  undo: (id: string) => Promise<unknown>
}

/** What was last changed for many at once, each of which can be undone as one for a day. */
export function RecentChanges({ changes, nameOf, undo }: RecentChangesProps) {
  const { t, locale } = useDeskWords()
  const { run, dialog } = usePanelCall()
  const at = (moment: string) => formatShortMoment(new Date(moment), deviceZone(), locale)
  return (
    <Card as="section" padding="lg" className="min-w-0">
      <h2 className="mb-3 text-md font-bold">{t('desk.shop.bulk.recent')}</h2>
      {changes.length === 0 && <p className="text-ink-2">{t('desk.shop.bulk.recent_none')}</p>}
      <ul className="grid gap-3">
        {changes.map((change) => (
          <li
            key={change.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-3 last:border-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{nameOf(change)}</p>
              <p className="text-sm text-ink-2">
                {change.actor === null
                  ? at(change.at)
                  : t('desk.shop.bulk.by', { at: at(change.at), name: change.actor })}
                {' · '}
                {t(`desk.shop.bulk.state_${change.undo}`, { at: at(change.undo_until) })}
              </p>
            </div>
            {change.undo === 'possible' && (
              <Button
                variant="outline"
                size="md"
                aria-label={`${t('desk.shop.bulk.undo')}, ${nameOf(change)}, ${at(change.at)}`}
                onClick={() => run(() => undo(change.id), t('desk.shop.bulk.undone'))}
              >
                {t('desk.shop.bulk.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </Card>
  )
}
