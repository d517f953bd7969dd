import { Navigate } from 'react-router'
import { brand } from '#brand.ts'
import type { DocumentDetails } from '#contract/documents.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { CallError } from '#web/lib/call.ts'
import { formatFullMoment } from '#web/lib/format.ts'
import { usePageParams } from '#web/lib/page.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { usePageTitle } from '#web/lib/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { AnswerPart } from './AnswerPart.tsx'
import { useOpenRequest } from './api-requests.ts'
import { CancelPart } from './CancelPart.tsx'
import { DocumentList } from './DocumentList.tsx'
import { Files } from './Files.tsx'
import { HandoverPart } from './HandoverPart.tsx'
import { InspectionPart } from './InspectionPart.tsx'
import { PayPart } from './PayPart.tsx'
import { PriceSummary } from './PriceSummary.tsx'
import { RequestStages } from './RequestStages.tsx'

/** A request for vehicle documents: where it stands, what it costs, and what its customer can do about it. */
export default function RequestPage() {
  const { request: number = '' } = usePageParams()
  const { t } = useTranslation()
  const found = useOpenRequest(number.toUpperCase())
  const { data, error, refetch } = found
  usePageTitle(`${t('documents.number', { number })} | ${brand.name}`)
  if (!useSignedIn()) return <LoginPrompt />
  if (data === undefined) {
    if (error instanceof CallError && error.status === 404)
      return (
        <EmptyState
          picture="search"
          level={1}
          live
          title={t('documents.unknown')}
          action={<ButtonLink to={paths.documents()}>{t('documents.mine.link')}</ButtonLink>}
          className="py-16"
        >
          {t('documents.unknown_text')}
        </EmptyState>
      )
    if (error !== null) return <LoadFailed error={error} onRetry={refetch} level={1} />
    return (
      <Page width="text" className="py-9">
        <Loading label={t('documents.loading')} className="grid gap-4">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-40 rounded-xl" />
          <Skeleton className="h-56 rounded-xl" />
        </Loading>
      </Page>
    )
  }
  if (data.status === 'draft')
    return <Navigate to={paths.content('vehicle-docs-renewal', { request: data.number })} replace />
  return <Loaded request={data} hasFailed={found.isRefetchError} />
}

function Loaded({ request, hasFailed }: { request: DocumentDetails; hasFailed: boolean }) {
  const { t, locale } = useTranslation()
  const { id, number, status, plate, make, model, quote_expires_at, can } = request
  return (
    <Page className="pb-10">
      <PageHead
        title={plate ?? t('documents.number', { number })}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <Tag tone={status === 'quoted' || status === 'action_required' ? 'act' : 'neutral'}>
              {t(`documents.status.${status}`)}
            </Tag>
            {[t('documents.number', { number }), [make, model].filter(Boolean).join(' ')].filter(Boolean).join(' · ')}
          </span>
        }
        actions={
          <ButtonLink to={paths.documents()} variant="outline" size="md">
            {t('documents.mine.link')}
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 gap-x-14 lg:grid-cols-[minmax(0,1fr)_min(26rem,42%)]">
        <div>
          {hasFailed && <Notice tone="warning">{t('documents.request.update_failed')}</Notice>}
          {quote_expires_at !== null && (
            <Notice title={t('documents.quoted.title')}>
              {t('documents.quoted.text', {
                until: formatFullMoment(new Date(quote_expires_at), 'Africa/Lagos', locale),
              })}
            </Notice>
          )}
          {can.answer && <AnswerPart request={request} />}
          <HandoverPart request={request} />
          <InspectionPart request={request} />
          <Section title={t('documents.request.documents')}>
            <DocumentList request={request} />
          </Section>
          <Section>
            <Files
              id={id}
              findId={can.add_files ? () => Promise.resolve(id) : undefined}
              canDelete={status === 'quoted'}
            />
          </Section>
        </div>
        <div>
          <Section title={t('documents.price.title')}>
            <PriceSummary request={request} />
          </Section>
          {can.pay && <PayPart request={request} />}
          <CancelPart request={request} />
          <Section title={t('documents.request.stages')}>
            <RequestStages request={request} />
          </Section>
        </div>
      </div>
    </Page>
  )
}
