import { ChevronDown } from 'lucide-react'
import { formatLongDay } from '#contract/days.ts'
import type { DocumentDraft } from '#contract/documents/document-form.ts'
import { documentDays } from '#contract/documents/document-rules.ts'
import { wordsOfSource } from '#contract/documents/documents.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { useKnownFees } from './api.ts'
import { PriceLine } from './KnownFees.tsx'

/** What each document costs for a vehicle, as soon as what the fees depend on is known; nothing is ever estimated. */
export function VehicleFees({ form: { state, category, use, engine_cc } }: { form: DocumentDraft }) {
  const { t, locale } = useTranslation()
  const hasEngine = engine_cc !== null && engine_cc > 0
  const isKnown = state !== null && category !== null && use !== null
  const { data, error } = useKnownFees(
    isKnown ? { state, category, use, engine_cc: hasEngine ? engine_cc : undefined } : undefined,
  )
  return (
    <section aria-labelledby="vehicle-fees" aria-live="polite" className="grid gap-1 rounded-xl bg-sunk p-4">
      <h4 id="vehicle-fees" className="text-md font-bold">
        {t('documents.fees.title')}
      </h4>
      {!isKnown ? (
        <p className="text-ink-2">{t('documents.fees.choose')}</p>
      ) : data !== undefined ? (
        <>
          <ul>
            {data.items.map(({ kind, term_months, lines, total }) => {
              const name = t(`documents.kinds.${kind}`)
              const [first] = lines ?? []
              return (
                <li key={`${kind} ${term_months}`} className="border-b border-line last:border-0">
                  {lines === null || total === null || first === undefined ? (
                    <p className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
                      <span>{name}</span>
                      <span className="text-ink-2">{t('documents.price.unknown')}</span>
                    </p>
                  ) : (
                    <details className="group">
                      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-x-3 py-2 [&::-webkit-details-marker]:hidden">
                        <span className="min-w-0 flex-1">
                          {name}
                          {term_months !== null && ` · ${t('documents.months', { count: term_months })}`}
                          {first.source !== null && first.observed_on !== null && (
                            <span className="block text-sm text-ink-2">
                              {t(`documents.price.${wordsOfSource(first)}`, {
                                source: first.source,
                                day: formatLongDay(first.observed_on, locale),
                              })}
                            </span>
                          )}
                        </span>
                        <span className="font-semibold tabular-nums">
                          {formatMoney(total.amount, total.currency, locale)}
                        </span>
                        <ChevronDown
                          aria-hidden="true"
                          className="size-4 shrink-0 text-ink-2 transition-transform group-open:rotate-180"
                        />
                      </summary>
                      <ul className="pb-1 pl-3">
                        {lines.map((line) => (
                          <PriceLine key={line.part} line={line} lines={lines} />
                        ))}
                      </ul>
                    </details>
                  )}
                </li>
              )
            })}
          </ul>
          <p className="text-sm text-ink-2">
            {!hasEngine && `${t('documents.fees.engine')} `}
            {t('documents.fees.text', { day: formatLongDay(data.day, locale), count: documentDays.quote })}
          </p>
        </>
      ) : error === null ? (
        <Loading label={t('documents.price.loading')}>
          <Skeleton className="h-44 rounded-lg" />
        </Loading>
      ) : (
        <Notice tone="error" title={t('documents.price.failed')}>
          {describeFailure(t, error)}
        </Notice>
      )}
    </section>
  )
}
