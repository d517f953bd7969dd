import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { Notification } from '#contract/notifications/notifications.ts'
import { call } from '#web/api/call.ts'
import { useSignedIn } from '#web/api/session.ts'
import { LoadFailed } from '#web/features/account/LoadFailed.tsx'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { readPageNumber } from '#web/page/pageNumber.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'

export const rendersSignedOut = true

/** What happened to the orders of the account. */
export default function NotificationsPage() {
  return <Page>{useSignedIn() ? <OwnNotifications /> : <LoginPrompt />}</Page>
}

function OwnNotifications() {
  const { t, language } = useTranslation()
  const [search] = useSearchParams()
  const page = readPageNumber(search)
  const { data, isError, refetch } = useQuery({
    queryKey: ['notifications', language, page],
    queryFn: ({ signal }) => call('GET /api/v1/notifications', { query: { page: String(page), size: '20' }, signal }),
  })
  useMarkRead(data?.items)
  return (
    <>
      <PageHead title={t('account.notifications.title')} lead={t('account.notifications.lead')} />
      <NotificationSettings />
      <Threads />
      {data === undefined ? (
        isError ? (
          <LoadFailed onRetry={refetch} />
        ) : (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-72 rounded-xl" />
          </Loading>
        )
      ) : data.items.length === 0 ? (
        <EmptyState title={t('account.notifications.empty')}>{t('account.notifications.empty_text')}</EmptyState>
      ) : (
        <div className="pb-10">
          <ul className="grid gap-3">
            {data.items.map((item) => (
              <li key={item.id}>
                <Entry notification={item} />
              </li>
            ))}
          </ul>
          <Pagination
            page={data.page}
            pages={data.pages}
            label={t('account.notifications.pages')}
            previousLabel={t('bookings.previous')}
            nextLabel={t('bookings.next')}
            pageLabel={(number) => t('bookings.page', { page: number })}
            hrefFor={(to) => paths.notifications({ page: to === 1 ? undefined : to })}
          />
        </div>
      )}
    </>
  )
}

function Entry({ notification: { title, text, order_number, created_at, is_read } }: { notification: Notification }) {
  const { t, locale } = useTranslation()
  return (
    <PageLink
      to={paths.order(order_number)}
      className="block rounded-xl border border-line bg-card p-4 transition-colors hover:border-edge"
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold text-ink">{title}</span>
        {!is_read && <Tag tone="act">{t('account.notifications.new')}</Tag>}
        <time dateTime={created_at} className="ml-auto text-sm text-ink-2">
          {formatMoment(new Date(created_at), deviceZone(), locale)}
        </time>
      </span>
      <span className="mt-1 block text-ink-2">{text}</span>
    </PageLink>
  )
}

/** Tells the server what has been shown; on this visit it stays marked as new. */
function useMarkRead(items: readonly Notification[] | undefined): void {
  useEffect(() => {
    const ids = (items ?? []).filter(({ is_read }) => !is_read).map(({ id }) => id)
    // A failed call is made again on the next visit.
    if (ids.length > 0) call('POST /api/v1/notifications/read', { body: { ids } }).catch(() => undefined)
  }, [items])
}

/** The conversations with branches about the account's orders. Shows nothing while there are none. */
function Threads() {
  const { t, locale } = useTranslation()
  const { data } = useQuery({
    queryKey: ['notifications', 'threads'],
    queryFn: ({ signal }) => call('GET /api/v1/messages', { signal }),
    staleTime: 0,
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <Section title={t('order_care.messages.list')} className="pt-0">
      <ul className="grid gap-3">
        {data.items.map(({ order_number, branch, author, text, last_at, unread }) => (
          <li key={order_number}>
            <PageLink
              to={`${paths.order(order_number)}#messages`}
              className="block rounded-xl border border-line bg-card p-4 transition-colors hover:border-edge"
            >
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-semibold text-ink">
                  {branch} · {t('orders.one', { number: order_number })}
                </span>
                {unread > 0 && <Tag tone="act">{t('order_care.messages.unread', { count: unread })}</Tag>}
                <time dateTime={last_at} className="ml-auto text-sm text-ink-2">
                  {formatMoment(new Date(last_at), deviceZone(), locale)}
                </time>
              </span>
              <span className="mt-1 line-clamp-2 text-ink-2">
                {author === 'customer' && `${t('order_care.messages.you')} · `}
                {text === '' ? t('order_care.messages.photo_only') : text}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
