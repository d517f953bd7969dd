import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DeskPage } from '#contract/content/desk/pages.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DataTable } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { usePanelCall } from '../../parks/usePanelCall.tsx'
import { versionQuery } from './api.ts'
import { PageText } from './PageText.tsx'

/** The texts that were published before, each of which can be opened and brought back. */
export const PageVersions: RecordPanel = ({ record, onChanged }) => {
  const page = record as unknown as DeskPage
  const { t, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const [, setSearch] = useSearchParams()
  const [opened, setOpened] = useState<number>()
  const { run, dialog } = usePanelCall()
  const mayRestore = profile?.permissions.includes('pages.create') === true
  const restore = async (number: number) => {
    const body = { number, version: page.version }
    const restored = await run(
      () => call('POST /api/v1/admin/pages/{id}/restore', { params: { id: page.id }, body }),
      t('desk.records.pages.panel.restored', { number }),
    )
    if (restored === undefined) return
    onChanged(restored as never)
    setSearch({ tab: 'text' })
  }
  if (page.versions.length === 0)
    return (
      <EmptyState picture="empty" title={t('desk.empty')}>
        {t('desk.records.pages.panel.no_versions')}
      </EmptyState>
    )
  return (
    <div className="grid grid-cols-1 gap-4">
      <DataTable
        caption={t('desk.records.pages.panel.versions')}
        rows={page.versions}
        rowKey={({ number }) => String(number)}
        columns={[
          {
            key: 'number',
            head: t('desk.records.pages.tabs.versions'),
            rowHead: true,
            cell: ({ number }) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                <Button variant="link" size="sm" onClick={() => setOpened(number)}>
                  {t('desk.records.pages.panel.version', { number })}
                </Button>
                {number === page.published && <Tag>{t('desk.records.pages.panel.shown')}</Tag>}
              </span>
            ),
          },
          {
            key: 'published_at',
            head: t('desk.records.pages.panel.published_at'),
            cell: ({ published_at }) => formatDateTime(new Date(published_at), deviceZone(), locale),
          },
          {
            key: 'person',
            head: t('desk.records.pages.panel.person'),
            cell: ({ person }) => <span className="wrap-anywhere">{person ?? '–'}</span>,
          },
        ]}
      />
      {opened !== undefined && (
        <Version
          key={opened}
          id={page.id}
          number={opened}
          onRestore={mayRestore ? () => void restore(opened) : undefined}
        />
      )}
      {dialog}
    </div>
  )
}

interface VersionProps {
  id: string
  number: number
  onRestore: (() => void) | undefined
}

function Version({ id, number, onRestore }: VersionProps) {
  const { t } = useDeskWords()
  const { data, error, refetch } = useQuery(versionQuery(id, number))
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-96 rounded-xl" />
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-md font-bold">{t('desk.records.pages.panel.opened', { number })}</h2>
        {onRestore !== undefined && (
          <Button size="md" onClick={onRestore}>
            {t('desk.records.pages.panel.restore')}
          </Button>
        )}
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <PageText language="en" text={data.text_en} mistakes={[]} />
        <PageText language="fr" text={data.text_fr} mistakes={[]} />
      </div>
    </section>
  )
}
