import { documentGroups, type DocumentGroup, type DocumentSummary } from '#contract/documents/documents.ts'
import { useSignedIn } from '#web/api/session.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { OwnList } from '#web/features/account/OwnList.tsx'
import { OwnTabs } from '#web/features/account/OwnTabs.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, formatMoney } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { NextCard } from '#web/ui/NextCard.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useRequests } from './api-requests.ts'

export const rendersSignedOut = true

/** One's own requests for vehicle documents: open ones, drafts and past ones. */
export default function RequestsPage() {
  return <Page>{useSignedIn() ? <OwnRequests /> : <LoginPrompt />}</Page>
}

function OwnRequests() {
  const { t } = useTranslation()
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
      <OwnTabs
        label={t('documents.mine.tabs')}
        tabs={documentGroups}
        nameOf={(group) => t(`documents.mine.${group}`)}
        pathOf={paths.documents}
      >
        {(group, page, hrefFor) => <RequestList group={group} page={page} hrefFor={hrefFor} />}
      </OwnTabs>
    </>
  )
}

interface RequestListProps {
  group: DocumentGroup
  page: number
  hrefFor: (page: number) => string
}

function RequestList({ group, page, hrefFor }: RequestListProps) {
  const { t } = useTranslation()
  return (
    <OwnList
      list={useRequests(group, page)}
      hrefFor={hrefFor}
      words={{
        loading: t('documents.mine.loading'),
        pages: t('documents.mine.pages'),
        past_end: t('documents.mine.past_end'),
      }}
      empty={{
        title: t('documents.mine.none'),
        text: t('documents.mine.none_text'),
        action: <ButtonLink to={paths.content('vehicle-docs-renewal')}>{t('documents.mine.renew')}</ButtonLink>,
      }}
      next={
        <NextCard
          action={
            <ButtonLink to={paths.content('vehicle-docs-renewal')} variant="outline" size="md">
              {t('documents.mine.renew')}
            </ButtonLink>
          }
        >
          {t('documents.mine.none_text')}
        </NextCard>
      }
    >
      {(request) => <RequestCard key={request.id} request={request} />}
    </OwnList>
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
          {plate === null ? t('documents.drafts.no_plate') : <Plate country="NG" text={plate} />}
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
