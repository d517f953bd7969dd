import { useQuery } from '@tanstack/react-query'
import { auditList } from '#contract/accounts/desk/audit.ts'
import type { DeskRecord, DeskRecordDescription } from '#contract/lists/records.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { paths } from '#web/paths.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { listQuery } from '../api.ts'
import { Moment } from '../Moment.tsx'
import { useDeskWords } from '../words.ts'
import { useChanges } from './useChanges.ts'

const shown = 10

/** Who changed the record, when, and what it was before, for people who may read the audit log. */
export function RecordHistory({ record, description }: { record: DeskRecord; description: DeskRecordDescription }) {
  const { t, translateKey } = useDeskWords()
  const { data: profile } = useProfile()
  const isAllowed = profile?.permissions.includes(auditList.permission) === true
  const { data } = useQuery({ ...listQuery('audit', { record: record.id, size: String(shown) }), enabled: isAllowed })
  const zone = zoneOfPlace(description, record)
  const toWords = useChanges(description, zone)
  if (!isAllowed || data === undefined) return null
  return (
    <section aria-labelledby="desk-history" className="rounded-xl border border-line bg-card p-4">
      <h2 id="desk-history" className="mb-2 text-md font-bold">
        {t('desk.record.history')}
      </h2>
      {data.items.length === 0 ? (
        <p className="text-ink-2">{t('desk.record.no_history')}</p>
      ) : (
        <ol className="grid">
          {data.items.map((row) => {
            const { id: entry, at, person, role, action, before, after } = row as Record<string, string | null>
            return (
              <li key={entry} className="border-b border-line py-2 text-sm last:border-0">
                <p>
                  <span className="font-semibold">{translateKey(`desk.words.calls.${action}`)}</span>
                  <span className="text-ink-2">
                    {' · '}
                    {person ?? role}
                    {' · '}
                    <Moment at={new Date(at!)} zone={zone} />
                  </span>
                </p>
                <ul>
                  {toWords(before ?? null, after ?? null).map((change) => (
                    <li key={change.name} className="wrap-anywhere text-ink-2">
                      {t('desk.record.change', { ...change })}
                    </li>
                  ))}
                </ul>
              </li>
            )
          })}
        </ol>
      )}
      {data.total > shown && (
        <PageLink
          to={paths.desk('audit', { record: record.id })}
          className="text-act underline-offset-4 hover:underline"
        >
          {t('desk.record.all_history', { count: data.total })}
        </PageLink>
      )}
    </section>
  )
}

/** The zone of the place that a record belongs to, which its times name; the reader's for others. */
function zoneOfPlace({ list, facts }: DeskRecordDescription, record: DeskRecord): string {
  const [name] = Object.values({ ...list.columns, ...facts }).flatMap((entry) =>
    entry.kind === 'instant' && entry.zone !== undefined ? [entry.zone] : [],
  )
  return (name === undefined ? undefined : (record[name] as string | null | undefined)) ?? deviceZone()
}
