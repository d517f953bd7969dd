import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { Moment } from '#web/features/lists/Moment.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { listGroups } from './listGroups.ts'
import { SettingsFile } from './SettingsFile.tsx'

/** The groups of settings, with what was changed in each, and the file of all. */
export function SettingsList() {
  const { t } = useDeskWords()
  useDeskTitle(t('desk.lists.settings.title'))
  const { data: profile } = useProfile()
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'settings'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/settings', { signal }),
  })
  return (
    <div className="grid max-w-5xl gap-5">
      <div>
        <h1 className="text-xl">{t('desk.lists.settings.title')}</h1>
        <p className="max-w-prose text-sm text-ink-2">{t('desk.lists.settings.description')}</p>
      </div>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-80 rounded-xl" />}
      {data !== undefined && (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {data.groups.map(({ group, changed, at, who }) => (
            <GroupLink
              key={group}
              to={group === 'payments' ? 'payment-gateway' : `settings/${group}`}
              title={t(`desk.settings.groups.${group}.title`)}
              description={t(`desk.settings.groups.${group}.description`)}
            >
              {changed === 0 ? t('desk.settings.all_default') : t('desk.settings.changed', { count: changed })}
              {at !== null && (
                <>
                  {' · '}
                  {who !== null && `${who}, `}
                  <Moment at={new Date(at)} zone={deviceZone()} />
                </>
              )}
            </GroupLink>
          ))}
          {listGroups
            .filter((name) => profile?.permissions.includes(`${name}.view`) === true)
            .map((name) => (
              <GroupLink
                key={name}
                to={name}
                title={t(`desk.lists.${name}.title`)}
                description={t(`desk.lists.${name}.description`)}
              />
            ))}
          <GroupLink
            to="settings/license"
            title={t('desk.settings.license.title')}
            description={t('desk.settings.license.description')}
          />
        </ul>
      )}
      {data !== undefined && (
        <SettingsFile
          mayImport={profile?.permissions.includes('settings.update') === true}
          onApplied={() => void refetch()}
        />
      )}
    </div>
  )
}

interface GroupLinkProps {
  /** The screen, with what follows it in the address. */
  to: string
  title: string
  description: string
  /** What was changed. */
  children?: ReactNode
}

function GroupLink({ to, title, description, children }: GroupLinkProps) {
  return (
    <li>
      <PageLink
        to={paths.desk(to)}
        className="flex h-full flex-col gap-1 rounded-xl border border-line bg-card p-4 hover:border-act"
      >
        <span className="font-bold">{title}</span>
        <span className="text-sm text-ink-2">{description}</span>
        {children !== undefined && <span className="mt-auto pt-2 text-xs text-ink-2">{children}</span>}
      </PageLink>
    </li>
  )
}
