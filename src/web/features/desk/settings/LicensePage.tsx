import { useQuery } from '@tanstack/react-query'
import { credits } from '#contract/content/credits.ts'
import { call } from '#web/api/call.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { Moment } from '#web/features/lists/Moment.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** What runs here: its version, its libraries and its data, with their licences. */
export function LicensePage() {
  const { t } = useDeskWords()
  const title = t('desk.settings.license.title')
  useDeskTitle(title)
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'settings', 'license'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/settings/license', { signal }),
  })
  return (
    <div className="grid max-w-3xl gap-4">
      <div>
        <p className="text-sm">
          <PageLink to={paths.desk('settings')} className="text-act underline underline-offset-4">
            {t('desk.lists.settings.title')}
          </PageLink>
        </p>
        <h1 className="text-xl">{title}</h1>
        <p className="text-sm text-ink-2">{t('desk.settings.license.description')}</p>
      </div>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-96 rounded-xl" />}
      {data !== undefined && (
        <>
          <Card as="section" padding="lg">
            <DefinitionList
              entries={[
                { term: t('desk.settings.license.version'), value: data.version },
                {
                  term: t('desk.settings.license.built_at'),
                  value:
                    data.built_at === null ? (
                      t('desk.settings.not_set')
                    ) : (
                      <Moment at={new Date(data.built_at)} zone={deviceZone()} />
                    ),
                },
                {
                  term: t('desk.settings.license.built_from'),
                  value: data.built_from === null ? t('desk.settings.not_set') : <code>{data.built_from}</code>,
                },
              ]}
            />
          </Card>
          <Licensed
            title={t('desk.settings.license.data')}
            entries={dataSources.map(({ name, licence }) => ({
              name,
              license: licence === 'public_work' ? t('desk.settings.license.public_work') : licence,
            }))}
          />
          <Licensed
            title={t('desk.settings.license.libraries')}
            entries={data.libraries.map(({ name, version, license }) => ({ name: `${name} ${version}`, license }))}
          />
        </>
      )}
    </div>
  )
}

/** Every source once, though several parts use it. */
const dataSources = [
  ...new Map(Object.values(credits).flatMap((list) => list.map((credit) => [credit.name, credit]))).values(),
]

function Licensed({ title, entries }: { title: string; entries: readonly { name: string; license: string }[] }) {
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-2 text-md font-bold">{title}</h2>
      <ul className="grid">
        {entries.map(({ name, license }) => (
          <li
            key={name}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5 text-sm last:border-0"
          >
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="text-ink-2">{license}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
