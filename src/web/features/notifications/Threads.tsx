import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Tag } from '#web/ui/Tag.tsx'

/** The conversations with branches about the account's orders. Shows nothing while there are none. */
export function Threads() {
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
