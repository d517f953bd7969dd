import { useState } from 'react'
import type { DocumentDetails } from '#contract/documents.ts'
import { describeFailure } from '#web/lib/failures.ts'
import { formatFullMoment, formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useRequestChanges } from './api.ts'
import { PriceLine } from './KnownFees.tsx'

/** A request that is no draft any more: its price, line by line, and what can be done now. */
export function Quote({ request, onNew }: { request: DocumentDetails; onNew: () => void }) {
  const { t, locale } = useTranslation()
  const { change } = useRequestChanges()
  const [isCanceling, setCanceling] = useState(false)
  const { id, number, status, plate, kinds, lines, total, quote_expires_at, can } = request
  const set = (to: 'cancelled' | 'draft') =>
    change
      .mutateAsync({ id, status: to })
      .then(() => setCanceling(false))
      .catch((error: unknown) => void toast(describeFailure(t, error), { tone: 'error' }))
  return (
    <Card padding="lg" className="grid max-w-3xl grid-cols-1 gap-4">
      <div>
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {t('documents.number', { number })}
          <Tag tone={status === 'quoted' ? 'act' : 'neutral'}>{t(`documents.status.${status}`)}</Tag>
        </p>
        <h3 className="mt-1 text-lg">{status === 'quoted' ? t('documents.quoted.title') : plate}</h3>
        <p className="text-ink-2">{kinds.map((kind) => t(`documents.kinds.${kind}`)).join(', ')}</p>
      </div>
      {quote_expires_at !== null && (
        <Notice live>
          {t('documents.quoted.text', { until: formatFullMoment(new Date(quote_expires_at), 'Africa/Lagos', locale) })}
        </Notice>
      )}
      {total !== null && (
        <section>
          <h4 className="text-md font-bold">{t('documents.price.title')}</h4>
          <ul>
            {lines.map((line, n) => (
              <PriceLine key={n} line={line} />
            ))}
          </ul>
          <p className="flex justify-between gap-4 pt-3 text-lg font-bold">
            <span>{t('documents.price.total')}</span>
            <span className="tabular-nums">{formatMoney(total.amount, total.currency, locale)}</span>
          </p>
        </section>
      )}
      {isCanceling && (
        <Notice tone="warning" live title={t('documents.quoted.cancel_sure')}>
          <p>{t('documents.quoted.cancel_text')}</p>
          <div className="mt-2 flex flex-wrap gap-2.5">
            <Button size="md" variant="outline" className="text-bad" onClick={() => set('cancelled')}>
              {t('documents.quoted.cancel')}
            </Button>
            <Button size="md" variant="ghost" onClick={() => setCanceling(false)}>
              {t('documents.quoted.keep')}
            </Button>
          </div>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2.5 max-sm:[&>*]:w-full">
        {can.reopen && (
          <Button variant="outline" onClick={() => set('draft')}>
            {t('documents.quoted.edit')}
          </Button>
        )}
        {can.cancel && !isCanceling && (
          <Button variant="ghost" className="text-bad" onClick={() => setCanceling(true)}>
            {t('documents.quoted.cancel')}
          </Button>
        )}
        {status !== 'quoted' && <Button onClick={onNew}>{t('documents.begin')}</Button>}
      </div>
    </Card>
  )
}
