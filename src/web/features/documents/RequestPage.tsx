import { Check, X, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { normalizeCode } from '#contract/codes.ts'
import { formatLongDay } from '#contract/days.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { settings } from '#contract/settings/settings.ts'
import { download } from '#web/api/download.ts'
import { useSignedIn } from '#web/api/session.ts'
import { LoginPrompt } from '#web/features/account/LoginPrompt.tsx'
import { OwnRecord } from '#web/features/account/OwnRecord.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatFullMoment, formatMoment } from '#web/time/format.ts'
import { ButtonLink, Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useOpenRequest } from './api-requests.ts'
import { Files, useAddFiles } from './Files.tsx'
import { HandoverPart } from './HandoverPart.tsx'
import { InspectionPart } from './InspectionPart.tsx'
import { PriceSummary } from './PriceSummary.tsx'
import { AnswerPart, CancelPart, PayPart } from './RequestParts.tsx'

/** A request for vehicle documents: where it stands, what it costs, and what its customer can do about it. */
export default function RequestPage() {
  const { request: number = '' } = usePageParams()
  const { t } = useTranslation()
  const found = useOpenRequest(normalizeCode(number))
  usePageTitle(`${t('documents.number', { number })} | ${settings().company.name}`)
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
  const adding = useAddFiles(() => Promise.resolve(id))
  const page = useFocusAfterChange(status)
  return (
    <Page className="pb-10" ref={page}>
      <PageHead
        title={plate === null ? t('documents.number', { number }) : <Plate country="NG" text={plate} size="lg" />}
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
      <div className="flex flex-col gap-x-14 lg:grid lg:grid-cols-[minmax(0,1fr)_min(26rem,42%)]">
        <div className="max-lg:contents">
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
          {!can.answer && (
            <div className="py-4">
              <Files id={id} adding={can.add_files ? adding : undefined} canDelete={status === 'quoted'} />
            </div>
          )}
        </div>
        <div className="max-lg:contents">
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
function useFocusAfterChange(status: DocumentDetails['status']) {
  const page = useRef<HTMLDivElement>(null)
  const shown = useRef(status)
  useEffect(() => {
    if (shown.current === status) return
    shown.current = status
    if (document.activeElement === document.body) page.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [status])
  return page
}

/** Where insurers let anybody check a certificate. */
const insuranceCheck = 'https://askniid.org'

/** The documents of a request, each with what became of it. */
function DocumentList({ request: { documents } }: { request: DocumentDetails }) {
  const { t, locale } = useTranslation()
  return (
    <ul>
      {documents.map(({ kind, term_months, result, document_number, issued_on, expires_on, reason }) => {
        const facts = [
          document_number !== null && `${t('documents.request.number')} ${document_number}`,
          issued_on !== null && `${t('documents.request.issued_on')} ${formatLongDay(issued_on, locale)}`,
          expires_on !== null && `${t('documents.request.expires_on')} ${formatLongDay(expires_on, locale)}`,
          reason,
        ].filter(Boolean)
        return (
          <li key={kind} className="border-b border-line py-2.5 last:border-0">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-semibold">
                {t(`documents.kinds.${kind}`)}
                {term_months !== null && ` (${t('documents.months', { count: term_months })})`}
              </span>
              {result !== null && (
                <Tag tone={result === 'issued' ? 'free' : 'bad'}>{t(`documents.request.result.${result}`)}</Tag>
              )}
            </p>
            {facts.length > 0 && <p className="text-sm text-ink-2">{facts.join(' · ')}</p>}
            {kind === 'third_party_insurance' && result === 'issued' && (
              <a
                href={insuranceCheck}
                target="_blank"
                rel="noopener noreferrer"
                className="text-sm font-semibold text-act underline underline-offset-4"
              >
                {t('documents.request.check_insurance')}
              </a>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const ended: ReadonlySet<DocumentDetails['status']> = new Set([
  'cancelled',
  'rejected',
  'refunded',
  'inspection_failed',
])

/** The states that a request has passed with their times. */
function RequestStages({ request: { stages } }: { request: DocumentDetails }) {
  const { t, locale } = useTranslation()
  return (
    <ol className="grid">
      {stages.map(({ status, at, reason }, n) => {
        const isLast = n === stages.length - 1
        const Icon = ended.has(status) ? X : Check
        return (
          <li
            key={n}
            aria-current={isLast ? 'step' : undefined}
            className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3"
          >
            <span className="flex flex-col items-center">
              <span
                className={cx(
                  'grid size-7 place-items-center rounded-full [&_svg]:size-4',
                  ended.has(status) ? 'bg-full-soft text-full' : 'bg-free-soft text-free',
                  isLast && 'ring-2 ring-current',
                )}
              >
                <Icon aria-hidden="true" />
              </span>
              {!isLast && <span className="w-0.5 flex-1 bg-line" />}
            </span>
            <div className="pb-4">
              <p className={cx('font-semibold', isLast && 'text-md')}>{t(`documents.status.${status}`)}</p>
              <p className="text-sm text-ink-2">
                <time dateTime={at}>{formatMoment(new Date(at), 'Africa/Lagos', locale)}</time>
              </p>
              {reason !== null && <p className="text-sm">{reason}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Saves the receipt of a paid request. */
function ReceiptButton({ request: { id, number } }: { request: DocumentDetails }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    return download('GET /api/v1/documents/{id}/receipt.pdf', { id }, `${number}.pdf`)
      .catch(() => void toast(t('documents.request.receipt_failed'), { tone: 'error' }))
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="outline" wide busy={isBusy} className="mt-4" onClick={save}>
      <Download aria-hidden="true" className="size-4.5" />
      {t('documents.request.receipt')}
    </Button>
  )
}
