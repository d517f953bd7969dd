import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { SettingGroup } from '#contract/settings/settings.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Moment } from '#web/features/lists/Moment.tsx'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { SettingChange, useSettingName } from './SettingChange.tsx'

/** The values of a group and its version. */
type VersionedRecord = Readonly<Record<string, unknown>> & { version: number }

/** Sets one field to its default or to an earlier value. */
export function useRestore(group: SettingGroup, record: VersionedRecord) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const { attempt, dialog } = useReauth()
  const run = async (body: { field: string; entry?: string }, take?: (changed: DeskRecord) => void): Promise<void> => {
    try {
      await attempt(() =>
        call('POST /api/v1/admin/settings/{group}/restore', {
          params: { group },
          body: { ...body, version: record.version },
        }),
      )
      await queries.invalidateQueries({ queryKey: ['desk', 'settings'] })
      const changed = queries.getQueryData<DeskRecord>(['desk', 'settings', group])
      if (changed !== undefined) take?.(changed)
      toast(t('desk.settings.restored'))
    } catch (error) {
      toast(describeFailure(site, error), { tone: 'error' })
    }
  }
  return { dialog, run: (...given: Parameters<typeof run>) => void run(...given) }
}

/** What was set before, by whom and when; each can be put back by one press. */
export function SettingHistory({ group, record }: { group: SettingGroup; record: VersionedRecord }) {
  const { t } = useDeskWords()
  const nameOf = useSettingName()
  const { data: profile } = useProfile()
  const { data } = useQuery({
    queryKey: ['desk', 'settings', group, 'changes'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/settings/{group}/changes', { params: { group }, signal }),
  })
  const restore = useRestore(group, record)
  const mayUpdate = profile?.permissions.includes('settings.update') === true
  if (data === undefined || data.items.length === 0) return null
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-2 text-md font-bold">{t('desk.settings.earlier')}</h2>
      <ol className="grid">
        {data.items.map((change) => (
          <li
            key={`${change.entry} ${change.field}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 text-sm last:border-0"
          >
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">{nameOf(group, change.field)}</p>
              <p className="text-ink-2">
                <SettingChange group={group} field={change.field} before={change.before} after={change.after} />
              </p>
              <p className="text-xs text-ink-2">
                {change.who ?? t('desk.settings.somebody')}
                {', '}
                <Moment at={new Date(change.at)} zone={deviceZone()} />
              </p>
            </div>
            {mayUpdate && JSON.stringify(record[change.field] ?? null) !== JSON.stringify(change.before ?? null) && (
              <Button
                variant="outline"
                size="sm"
                onClick={() => restore.run({ field: change.field, entry: change.entry })}
              >
                {t('desk.settings.put_back')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {restore.dialog}
    </Card>
  )
}
