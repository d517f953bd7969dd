import { useEffect, useRef } from 'react'
import { Navigate } from 'react-router'
import { brand } from '#brand.ts'
import { normalizeCode } from '#contract/codes.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { useSignedIn } from '#web/api/session.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { OwnRecord } from '#web/features/account/OwnRecord.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatFullMoment } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
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
import { ReceiptButton } from './ReceiptButton.tsx'
import { RequestStages } from './RequestStages.tsx'

/** A request for vehicle documents: where it stands, what it costs, and what its customer can do about it. */
export default function RequestPage() {
  const { request: number = '' } = usePageParams()
  const { t } = useTranslation()
  const found = useOpenRequest(normalizeCode(number))
  usePageTitle(`${t('documents.number', { number })} | ${brand.name}`)
  if (!useSignedIn()) return <LoginPrompt />
  const unknown = {
    title: t('documents.unknown'),
    text: t('documents.unknown_text'),
    action: <ButtonLink to={paths.documents()}>{t('documents.mine.link')}</ButtonLink>,
  }
  return (
    <OwnRecord found={found} unknown={unknown}>
      {(request) =>
        request.status === 'draft' ? (
          <Navigate to={paths.content('vehicle-docs-renewal', { request: request.number })} replace />
        ) : (
          <Loaded request={request} hasFailed={found.isRefetchError} />
        )
      }
    </OwnRecord>
  )
}

function Loaded({ request, hasFailed }: { request: DocumentDetails; hasFailed: boolean }) {
  const { t, locale } = useTranslation()
  const { id, number, status, plate, make, model, quote_expires_at, can, is_example } = request
  const page = useKeptFocus(status)
  return (
    <Page className="pb-10" ref={page}>
      <PageHead
        title={plate ?? t('documents.number', { number })}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <span role="status">
              <Tag tone={status === 'quoted' || status === 'action_required' ? 'act' : 'neutral'}>
                {t(`documents.status.${status}`)}
              </Tag>
            </span>
            {[t('documents.number', { number }), [make, model].filter(Boolean).join(' ')].filter(Boolean).join(' · ')}
            {is_example && <ExampleTag />}
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
            <Notice
              title={t('documents.quoted.title')}
              action={
                can.pay && (
                  <ButtonLink href="#pay" size="md" className="lg:hidden">
                    {t('documents.pay.title')}
                  </ButtonLink>
                )
              }
            >
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
          {!can.answer && (
            <div className="py-4">
              <Files
                id={id}
                findId={can.add_files ? () => Promise.resolve(id) : undefined}
                canDelete={status === 'quoted'}
              />
            </div>
          )}
        </div>
        <div>
          <Section title={t('documents.price.title')}>
            <PriceSummary request={request} />
            {request.paid_at !== null && <ReceiptButton request={request} />}
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

/** Gives the focus to the page's title when a new state has taken away the control that had it. */
function useKeptFocus(status: DocumentDetails['status']) {
  const page = useRef<HTMLDivElement>(null)
  const shown = useRef(status)
  useEffect(() => {
    if (shown.current === status) return
    shown.current = status
    if (document.activeElement === document.body) page.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [status])
  return page
}
