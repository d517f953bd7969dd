import { CircleCheck, CircleX, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { CourierDone, CourierOffer } from '#contract/deliveries/courier.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { CourierPhone } from './courierPhone.ts'
import { DeclineForm } from './DeclineForm.tsx'
import { OfferFacts, OfferTitle } from './OfferFacts.tsx'
import { usePhoneState } from './useCourierPhone.ts'
import { useCourierWords } from './words.ts'

/** A delivery that nobody has yet. */
export function OfferCard({ phone, offer }: { phone: CourierPhone; offer: CourierOffer }) {
  const { t } = useCourierWords()
  const { t: site } = useTranslation()
  const { connection } = usePhoneState(phone)
  const [isDeclining, setDeclining] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const isOffline = connection === 'offline'
  const accept = async () => {
    setFailure(undefined)
    const day = await call('POST /api/v1/courier/deliveries/{id}/accept', { params: { id: offer.id } }).catch(
      setFailure,
    )
    if (day !== undefined) await phone.keepDay(day)
  }
  return (
    <Card as="article" className="grid gap-3">
      <OfferTitle offer={offer} />
      <OfferFacts offer={offer} />
      {failure !== undefined && <Notice tone="error">{describeFailure(site, failure)}</Notice>}
      {isOffline && <p className="text-sm text-ink-2">{t('courier.needs_network')}</p>}
      {isDeclining ? (
        <DeclineForm
          phone={phone}
          id={offer.id}
          submit={t('courier.decline_submit')}
          onCancel={() => setDeclining(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2.5">
          <Button className="grow-2 basis-28" disabled={isOffline} onClick={accept}>
            {t('courier.accept')}
          </Button>
          <Button variant="outline" className="grow basis-24" disabled={isOffline} onClick={() => setDeclining(true)}>
            {t('courier.decline')}
          </Button>
        </div>
      )}
    </Card>
  )
}

const icons = {
  handed_over: <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-free" />,
  brought_back: <Undo2 aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-few" />,
  canceled: <CircleX aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-3" />,
}

/** What the courier delivered today, without its customers. */
export function DoneList({ done }: { done: readonly CourierDone[] }) {
  const { t, locale } = useCourierWords()
  return (
    <section className="grid gap-2.5">
      <h2 className="text-lg">
        {t('courier.done')}{' '}
        {done.length > 0 && <span className="font-normal text-ink-2 tabular-nums">({done.length})</span>}
      </h2>
      {done.length === 0 && <p className="text-ink-2">{t('courier.done_none')}</p>}
      {done.length > 0 && (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-card">
          {done.map(({ id, token, area, state, ended_at, timezone }) => (
            <li key={id} className="flex gap-3 px-3 py-2.5">
              {icons[state]}
              <p className="min-w-0 flex-1 text-sm">
                <span className="block font-semibold wrap-anywhere">
                  {t('courier.token', { token })}
                  {area !== '' && ` · ${area}`}
                </span>
                <span className="text-ink-2">{t(`courier.done_states.${state}`)}</span>
              </p>
              <time dateTime={ended_at} className="shrink-0 text-sm text-ink-2 tabular-nums">
                {formatTime(new Date(ended_at), timezone, locale)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
