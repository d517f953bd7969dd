import { useNavigate, useSearchParams } from 'react-router'
import { documentGroups, type DocumentGroup, type DocumentSummary } from '#contract/documents.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { ListPages } from '#web/features/parks/ListPages.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { formatMoment, formatMoney } from '#web/lib/format.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useRequests } from './api-requests.ts'

export const rendersSignedOut = true

/** One's own requests for vehicle documents: open ones, drafts and past ones. */
export default function RequestsPage() {
  return <Page>{useSignedIn() ? <OwnRequests /> : <LoginPrompt />}</Page>
}

const toQuery = (group: DocumentGroup, page = 1) => ({
  tab: group === 'open' ? undefined : group,
  page: page === 1 ? undefined : page,
})

function OwnRequests() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const group = documentGroups.find((name) => name === search.get('tab')) ?? 'open'
  const page = /^[1-9]\d{0,5}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1
  return (
    <>
      <PageHead
        title={t('documents.mine.title')}
        lead={t('documents.mine.lead')}
        actions={
          <ButtonLink to={paths.content('vehicle-docs-renewal')} variant="outline" size="md">
            {t('documents.mine.renew')}
          </ButtonLink>
        }
      />
      <div className="pb-10">
        <Tabs
          label={t('documents.mine.tabs')}
          value={group}
          onChange={(next) => void navigate(paths.documents(toQuery(next)))}
          tabs={documentGroups.map((value) => ({
            value,
            label: t(`documents.mine.${value}`),
            panel: <RequestList group={value} page={page} />,
          }))}
        />
      </div>
    </>
  )
}

function RequestList({ group, page }: { group: DocumentGroup; page: number }) {
  const { t } = useTranslation()
  const list = useRequests(group, page)
  if (list.data === undefined) {
    if (list.error !== null) return <LoadFailed error={list.error} onRetry={() => list.refetch()} />
    return (
      <Loading label={t('documents.loading')} className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-32 rounded-xl" />
        <Skeleton className="h-32 rounded-xl" />
      </Loading>
    )
  }
  const { items, total, pages, size } = list.data
  const hrefFor = (n: number) => paths.documents(toQuery(group, n))
  if (items.length === 0)
    return (
      <EmptyState
        title={t(total > 0 ? 'documents.mine.past_end' : 'documents.mine.none')}
        action={
          <ButtonLink to={total > 0 ? hrefFor(1) : paths.content('vehicle-docs-renewal')}>
            {t(total > 0 ? 'search.first_page' : 'documents.mine.renew')}
          </ButtonLink>
        }
      >
        {total === 0 && t('documents.mine.none_text')}
      </EmptyState>
    )
  return (
    <>
      <ul className="grid gap-4 lg:grid-cols-2">
        {items.map((request) => (
          <RequestCard key={request.id} request={request} />
        ))}
      </ul>
      {pages > 1 && (
        <ListPages
          page={page}
          pages={pages}
          size={size}
          total={total}
          count={items.length}
          label={t('documents.mine.pages')}
          hrefFor={hrefFor}
        />
      )}
    </>
  )
}

function RequestCard({ request }: { request: DocumentSummary }) {
  const { t, locale } = useTranslation()
  const { number, status, plate, kinds, total, updated_at, is_example } = request
  return (
    <Card as="li" className="grid gap-1.5">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <Tag tone={status === 'action_required' || status === 'quoted' ? 'act' : 'neutral'}>
          {t(`documents.status.${status}`)}
        </Tag>
        {total !== null && (
          <span className="font-bold tabular-nums">{formatMoney(total.amount, total.currency, locale)}</span>
        )}
      </p>
      <h3 className="text-md font-bold">
        <CardLink
          to={
            status === 'draft'
              ? paths.content('vehicle-docs-renewal', { request: number })
              : paths.documentRequest(number)
          }
        >
          {plate ?? t('documents.drafts.no_plate')}
        </CardLink>
      </h3>
      <p className="text-sm text-ink-2">{kinds.map((kind) => t(`documents.kinds.${kind}`)).join(', ')}</p>
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        {t('documents.number', { number })} · {formatMoment(new Date(updated_at), 'Africa/Lagos', locale)}
        {is_example && <ExampleTag />}
      </p>
    </Card>
  )
}
