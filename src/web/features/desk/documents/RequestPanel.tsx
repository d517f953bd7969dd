import { formatShortDay } from '#contract/days.ts'
import type { DeskDocument } from '#contract/documents/desk/document-requests.ts'
import { requestFields } from '#contract/documents/document-rules.ts'
import { documentCauses } from '#contract/documents/document-states.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { PriceSummary } from '#web/features/documents/PriceSummary.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime, formatMoney, formatNumber } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { NextDocuments } from './NextDocuments.tsx'

/** A request's form, the documents that it is for, its price in lines and what happened to it. */
export function RequestPanel({ record }: { record: DeskRecord }) {
  const request = record as unknown as DeskDocument
  return (
    <div className="grid grid-cols-1 items-start gap-4 @2xl:grid-cols-2">
      <div className="@2xl:col-span-2">
        <NextDocuments after={request.id} />
      </div>
      {request.missing_fees.length > 0 && <MissingFees request={request} />}
      <RequestForm request={request} />
      <div className="grid grid-cols-1 gap-4">
        <Documents request={request} />
        {request.lines.length > 0 && <Price request={request} />}
        <Story request={request} />
      </div>
    </div>
  )
}

interface Part {
  request: DeskDocument
}

function MissingFees({ request: { missing_fees, state, category, use } }: Part) {
  const { t, translateKey } = useDeskWords()
  const { data: profile } = useProfile()
  const [first] = missing_fees
  const isDelivery = first?.kind === 'delivery'
  return (
    <Notice
      tone="warning"
      title={t('desk.documents.request.missing')}
      className="@2xl:col-span-2"
      action={
        <ButtonLink
          size="md"
          to={
            profile?.permissions.includes('document_fees.create') === true
              ? paths.desk('document-fees/new', {
                  ...first,
                  state: state ?? undefined,
                  ...(!isDelivery && { category: category ?? undefined, use: use ?? undefined }),
                })
              : paths.desk('document-fees', { region: state ?? undefined })
          }
        >
          {profile?.permissions.includes('document_fees.create') === true
            ? t('desk.lists.document_fees.create')
            : t('desk.documents.request.see_fees')}
        </ButtonLink>
      }
    >
      <ul className="list-disc pl-5">
        {missing_fees.map(({ kind, part }) => (
          <li key={`${kind} ${part}`}>
            {translateKey(`desk.words.fee_kinds.${kind}`)}, {translateKey(`desk.words.fee_parts.${part}`)}
          </li>
        ))}
      </ul>
      <p className="mt-1">{t('desk.documents.request.missing_text')}</p>
    </Notice>
  )
}

const wordsOf: Partial<Record<(typeof requestFields)[number], string>> = {
  state: 'nigerian_states',
  category: 'vehicle_categories',
  use: 'vehicle_uses',
  handover: 'document_handovers',
}

/** What the customer entered. */
function RequestForm({ request }: Part) {
  const { t, translateKey, locale } = useDeskWords()
  const show = (name: (typeof requestFields)[number]): string => {
    const value = request[name]
    const words = wordsOf[name]
    if (words !== undefined) return translateKey(`desk.words.${words}.${value}`)
    if (name === 'engine_cc') return `${formatNumber(Number(value), locale)} cm³`
    return String(value)
  }
  const held = request.held.map(({ kind, expires_on }) => {
    const name = translateKey(`desk.words.fee_kinds.${kind}`)
    return expires_on === null
      ? name
      : t('desk.documents.request.until', { document: name, day: formatShortDay(expires_on, locale) })
  })
  return (
    <Card as="section" padding="lg">
      <h2 className="text-md font-bold">{t('desk.documents.request.form')}</h2>
      <DefinitionList
        entries={[
          ...requestFields
            .filter((name) => request[name] !== null && request[name] !== '')
            .map((name) => ({
              term: t(`desk.documents.request.fields.${name}`),
              value: <span className="wrap-anywhere">{show(name)}</span>,
            })),
          ...(held.length > 0 ? [{ term: t('desk.documents.request.fields.held'), value: held.join(' · ') }] : []),
        ]}
      />
    </Card>
  )
}

function Documents({ request: { documents } }: Part) {
  const { t, translateKey, locale } = useDeskWords()
  const day = (text: string) => formatShortDay(text, locale)
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-2 text-md font-bold">{t('desk.documents.request.documents')}</h2>
      <ul className="grid">
        {documents.map(({ kind, term_months, result, document_number, issued_on, expires_on, reason, returned }) => (
          <li key={kind} className="border-b border-line py-2 last:border-0">
            <p className="font-semibold">
              {translateKey(`desk.words.fee_kinds.${kind}`)}
              {term_months !== null && <> · {translateKey(`desk.words.fee_terms.${term_months}`)}</>}
            </p>
            <p className="text-sm text-ink-2">
              {translateKey(`desk.words.document_results.${result ?? 'open'}`)}
              {document_number !== null && <> · {document_number}</>}
              {issued_on !== null && <> · {day(issued_on)}</>}
              {expires_on !== null && <> → {day(expires_on)}</>}
            </p>
            {reason !== null && <p className="text-sm wrap-anywhere">{reason}</p>}
            {returned !== null && (
              <p className="text-sm">
                {t('desk.documents.request.returned', {
                  amount: formatMoney(returned.amount, returned.currency, locale),
                })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Price({ request }: Part) {
  const { t } = useDeskWords()
  return (
    <Card as="section" padding="lg">
      <h2 className="text-md font-bold">{t('desk.documents.request.price')}</h2>
      <PriceSummary request={request} />
    </Card>
  )
}

function Story({ request: { history, timezone } }: Part) {
  const { t, translateKey, locale } = useDeskWords()
  // What kept the state has a name of its own.
  const nameEvent = (cause: string, to: string) =>
    translateKey(
      (documentCauses as readonly string[]).includes(cause)
        ? `desk.records.documents.states.${to}`
        : `desk.words.document_events.${cause}`,
    )
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-2 text-md font-bold">{t('desk.documents.request.story')}</h2>
      <ol className="grid">
        {history.map(({ at, to, cause, actor, reason }, index) => (
          <li key={index} className="border-b border-line py-2 text-sm last:border-0">
            <p className="font-semibold">{nameEvent(cause, to)}</p>
            <p className="text-ink-2">
              {translateKey(`desk.words.document_actors.${actor}`)}
              {' · '}
              <time dateTime={at}>{formatDateTime(new Date(at), timezone, locale)}</time>
            </p>
            {reason !== null && <p className="wrap-anywhere whitespace-pre-line">{reason}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
