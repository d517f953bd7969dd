import type { DocumentDetails } from '#contract/documents/documents.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatLongDay } from '#web/time/formatDays.ts'
import { Tag } from '#web/ui/Tag.tsx'

/** Where insurers let anybody check a certificate. */
const insuranceCheck = 'https://askniid.org'

/** The documents of a request, each with what became of it. */
export function DocumentList({ request: { documents } }: { request: DocumentDetails }) {
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
