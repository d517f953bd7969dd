import { formatLongDay } from '#contract/days.ts'
import type { DocumentDraft } from '#contract/documents/document-form.ts'
import { wordsOfSource, wordsOfPart, type QuoteLine } from '#contract/documents/documents.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useKnownFees } from './api.ts'

interface KnownFeesProps {
  form: DocumentDraft
  /** The quote was asked for already. */
  isAsked?: boolean
}

/** The fees of a request as far as they are known; what is unknown is never estimated. */
export function KnownFees({ form, isAsked = false }: KnownFeesProps) {
  const { t } = useTranslation()
  const { state, category, use, engine_cc, documents, handover } = form
  const query =
    state === null || category === null || use === null || documents.length === 0
      ? undefined
      : { state, category, use, engine_cc: engine_cc !== null && engine_cc > 0 ? engine_cc : undefined }
  const { data, error } = useKnownFees(query)
  if (query === undefined) return null
  if (data === undefined)
    return error === null ? (
      <Loading label={t('documents.price.loading')}>
        <Skeleton className="h-28 rounded-lg" />
      </Loading>
    ) : (
      <Notice tone="error" title={t('documents.price.failed')}>
        {describeFailure(t, error)}
      </Notice>
    )
  const chosen = documents.map(({ kind, term_months }) => ({
    kind,
    lines: data.items.find((item) => item.kind === kind && item.term_months === term_months)?.lines ?? null,
  }))
  const isWhole = chosen.every(({ lines }) => lines !== null) && (handover !== 'delivery' || data.delivery !== null)
  return (
    <section>
      <h4 className="text-md font-bold">{t('documents.price.title')}</h4>
      <ul>
        {chosen.map(({ kind, lines }) =>
          lines === null ? (
            <UnknownLine key={kind} name={t(`documents.kinds.${kind}`)} />
          ) : (
            lines
              .filter(({ part }) => part !== 'tax')
              .map((line) => <PriceLine key={`${kind} ${line.part}`} line={line} lines={lines} />)
          ),
        )}
        {handover === 'delivery' &&
          (data.delivery === null ? (
            <UnknownLine name={t('documents.price.parts.delivery')} />
          ) : (
            <PriceLine line={data.delivery.line} lines={[data.delivery.line]} />
          ))}
      </ul>
      {!isAsked && (
        <p className="mt-2 text-ink-2">{t(isWhole ? 'documents.price.known_total' : 'documents.price.some_unknown')}</p>
      )}
    </section>
  )
}

function UnknownLine({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2.5">
      <span>{name}</span>
      <span className="text-ink-2">{t('documents.price.unknown')}</span>
    </li>
  )
}

/** A line of a price, with where and when its amount was looked up. */
export function PriceLine({ line, lines }: { line: QuoteLine; lines: readonly QuoteLine[] }) {
  const { t, locale } = useTranslation()
  const { kind, amount, source, observed_on } = line
  const name = t(`documents.price.parts.${wordsOfPart(line, lines)}`)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2.5">
      <span className="min-w-0 flex-1 basis-56">
        {kind === null
          ? name
          : t('documents.price.line', {
              document: t(kind === 'reinspection' ? 'documents.price.reinspection' : `documents.kinds.${kind}`),
              part: name,
            })}
        {source !== null && observed_on !== null && (
          <span className="block text-sm text-ink-2">
            {t(`documents.price.${wordsOfSource(line)}`, { source, day: formatLongDay(observed_on, locale) })}
          </span>
        )}
      </span>
      <span className="font-semibold tabular-nums">{formatMoney(amount.amount, amount.currency, locale)}</span>
    </li>
  )
}
