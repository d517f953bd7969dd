import { useQueryClient } from '@tanstack/react-query'
import { Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#web/api/call.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { readPageNumber } from '#web/page/pageNumber.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { setMuted, useMuted } from '../newsSound.ts'
import { useNotices, type Waiting } from './api.ts'

/** What the person was told: low stock, refunds that wait for them. A notice is read once it is opened or marked. */
export function NoticesScreen() {
  const { t } = useDeskWords()
  const { locale } = useTranslation()
  const [search] = useSearchParams()
  const page = readPageNumber(search)
  const { data, error, refetch } = useNotices(page)
  const { read, isReading } = useMarkNoticesRead()
  const isMuted = useMuted()
  useDeskTitle(t('desk.notices.title'))
  return (
    <div className="max-w-3xl">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl">{t('desk.notices.title')}</h1>
        <div className="flex flex-wrap gap-2">
          {data !== undefined && data.unread > 0 && (
            <Button variant="outline" size="md" busy={isReading} onClick={() => read()}>
              {t('desk.notices.read_all')}
            </Button>
          )}
          <Button variant="outline" size="md" aria-pressed={!isMuted} onClick={() => setMuted(!isMuted)}>
            {isMuted ? <VolumeX aria-hidden className="size-4" /> : <Volume2 aria-hidden className="size-4" />}
            {t(isMuted ? 'desk.notices.sound_off' : 'desk.notices.sound_on')}
          </Button>
        </div>
      </div>
      {data !== undefined && <WaitingLinks {...data.waiting} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-72 rounded-xl" aria-label={t('desk.loading')} />
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        )
      ) : data.items.length === 0 ? (
        <EmptyState title={t('desk.notices.empty')}>{t('desk.notices.empty_text')}</EmptyState>
      ) : (
        <ul className="grid gap-2">
          {data.items.map(({ id, title, text, path, created_at, is_read }) => (
            <li key={id}>
              <PageLink
                to={paths.desk(path)}
                onClick={() => (is_read ? undefined : read([id]))}
                className="block rounded-xl border border-line bg-card p-4 hover:border-edge"
              >
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="font-semibold">{title}</span>
                  {!is_read && <Tag tone="act">{t('desk.notices.new')}</Tag>}
                  <time dateTime={created_at} className="ml-auto text-sm text-ink-2">
                    {formatMoment(new Date(created_at), deviceZone(), locale)}
                  </time>
                </span>
                <span className="mt-1 block text-ink-2">{text}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.pages > 1 && (
        <p className="mt-4 flex gap-4">
          {page > 1 && <PageLink to={paths.desk(`notices?page=${page - 1}`)}>{t('desk.notices.newer')}</PageLink>}
          {page < data.pages && (
            <PageLink to={paths.desk(`notices?page=${page + 1}`)}>{t('desk.notices.older')}</PageLink>
          )}
        </p>
      )}
    </div>
  )
}

/** Leads to the orders and messages that wait at the person's places. */
function WaitingLinks({ orders, messages }: Waiting) {
  const { t } = useDeskWords()
  const links = [
    ...(orders ? [{ to: 'online-orders?state=pending', label: t('desk.notices.orders', { count: orders }) }] : []),
    ...(messages ? [{ to: 'messages?state=unread', label: t('desk.notices.messages', { count: messages }) }] : []),
  ]
  if (links.length === 0) return null
  return (
    <ul className="mb-4 flex flex-wrap gap-2">
      {links.map(({ to, label }) => (
        <li key={to}>
          <PageLink
            to={paths.desk(to)}
            className="inline-flex min-h-10 items-center rounded-lg bg-act-soft px-3 font-semibold text-act hover:underline"
          >
            {label}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

/** Marks notices as read; what fails is marked on another visit. */
function useMarkNoticesRead() {
  const queries = useQueryClient()
  const [isReading, setIsReading] = useState(false)
  const read = async (ids?: string[]) => {
    setIsReading(true)
    try {
      await call('POST /api/v1/desk/notices/read', { body: ids === undefined ? {} : { ids } })
      await queries.invalidateQueries({ queryKey: ['desk_notices'] })
    } catch {
      // It stays new.
    } finally {
      setIsReading(false)
    }
  }
  return { read: (ids?: string[]) => void read(ids), isReading }
}
