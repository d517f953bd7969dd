import { useState } from 'react'
import type { DeliveryBoard, DeliveryCard as Card } from '#contract/deliveries/delivery-board.ts'
import { minute_ms } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { LazyPointMap } from '#web/features/map/LazyPointMap.tsx'
import { paths } from '#web/paths.ts'
import { readNow } from '#web/time/clock.ts'
import { formatMoment, formatMoney, formatTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

interface DeliveryCardProps {
  card: Card
  /** On duty at its branch. */
  couriers: DeliveryBoard['couriers']
  showsBranch: boolean
  mayAssign: boolean
  /** Decides after three attempts in vain. */
  mayDecide: boolean
}

/** A delivery on the board, with whom it can be given to. */
export function DeliveryCard({ card, couriers, showsBranch, mayAssign, mayDecide }: DeliveryCardProps) {
  const { t, locale } = useDeskWords()
  const { token, order_number, promised_at, timezone, courier, attempt, declined, last_reason, to_collect } = card
  const late = Math.round((readNow().getTime() - Date.parse(card.due_at)) / minute_ms)
  const isWaiting = card.column === 'unassigned' && card.offered_from === null
  const where = [card.destination, card.plate, ...(showsBranch ? [card.branch] : [])].filter((part) => part !== null)
  return (
    <article
      aria-labelledby={`delivery-${card.id}`}
      className={cx('grid gap-2 rounded-xl border bg-card p-3 text-sm', late > 0 ? 'border-bad' : 'border-line')}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <h3 id={`delivery-${card.id}`} className="text-lg font-black">
          {token}
        </h3>
        <PageLink
          to={paths.desk(`online-orders/${order_number}`)}
          className="py-1 text-act underline underline-offset-4"
        >
          {order_number}
        </PageLink>
      </div>
      <p className="flex flex-wrap justify-between gap-x-2">
        <time dateTime={promised_at}>{formatMoment(new Date(promised_at), timezone, locale)}</time>
        {late > 0 && <span className="font-semibold text-bad">{t('desk.deliveries.late', { count: late })}</span>}
      </p>
      <p className="wrap-anywhere text-ink-2">{where.join(' · ')}</p>
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {attempt > 1 && <Tag tone="few">{t('desk.deliveries.attempt', { attempt })}</Tag>}
        {declined > 0 && <Tag tone="few">{t('desk.deliveries.declined', { count: declined })}</Tag>}
        {card.at_branch_at !== null && card.picked_up_at === null && <Tag>{t('desk.deliveries.at_branch')}</Tag>}
        {card.arrived_at !== null && <Tag tone="act">{t('desk.deliveries.arrived')}</Tag>}
        {to_collect !== null && (
          <Tag tone="kerb">
            {t('desk.deliveries.collect', { amount: formatMoney(to_collect.amount, to_collect.currency, locale) })}
          </Tag>
        )}
      </div>
      {last_reason !== null && (
        <p className="rounded-md bg-few-soft px-2 py-1 wrap-anywhere text-few">
          {t('desk.deliveries.last', { reason: last_reason })}
        </p>
      )}
      <p className="font-semibold wrap-anywhere">
        {courier !== null ? courier.name : card.column === 'out' ? t('desk.deliveries.own') : <Offered card={card} />}
      </p>
      <Position card={card} />
      {mayAssign && card.column === 'unassigned' && (!isWaiting || mayDecide) && couriers.length > 0 && (
        <Assign card={card} couriers={couriers} />
      )}
      {mayAssign && card.column === 'unassigned' && (!isWaiting || mayDecide) && <OfferAgain card={card} />}
      {mayAssign && card.column === 'assigned' && <Unassign card={card} />}
    </article>
  )
}

function Offered({ card: { offered_from, timezone } }: { card: Card }) {
  const { t, locale } = useDeskWords()
  if (offered_from === null) return t('desk.deliveries.waits')
  const at = new Date(offered_from)
  if (at <= readNow()) return t('desk.deliveries.offered')
  return t('desk.deliveries.offered_from', { time: formatMoment(at, timezone, locale) })
}

function Position({ card: { position, timezone, courier } }: { card: Card }) {
  const { t, locale } = useDeskWords()
  const [isShown, setShown] = useState(false)
  if (position === null) return null
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center justify-between gap-x-2 text-ink-2">
        {t('desk.deliveries.seen', { time: formatTime(new Date(position.at), timezone, locale) })}
        <Button variant="link" onClick={() => setShown(!isShown)}>
          {t(isShown ? 'desk.deliveries.hide_map' : 'desk.deliveries.map')}
        </Button>
      </p>
      {isShown && <LazyPointMap point={position} name={courier?.name ?? ''} />}
    </div>
  )
}

function Assign({ card, couriers }: Pick<DeliveryCardProps, 'card' | 'couriers'>) {
  const { t } = useDeskWords()
  const { run, dialog } = usePanelCall()
  const [chosen, setChosen] = useState('')
  const name = couriers.find(({ id }) => id === chosen)?.name ?? ''
  const assign = () =>
    run(
      () =>
        call('POST /api/v1/admin/deliveries/{id}/assign', { params: { id: card.id }, body: { courier_id: chosen } }),
      t('desk.deliveries.assigned', { name }),
    )
  return (
    <div className="flex items-end gap-2">
      <Field label={t('desk.deliveries.assign_to')} className="min-w-0 flex-1">
        <NativeSelect
          value={chosen}
          placeholder={t('desk.deliveries.choose')}
          options={couriers.map(({ id, name, open }) => ({
            value: id,
            label: `${name} (${t('desk.deliveries.open', { count: open })})`,
          }))}
          onChange={({ target }) => setChosen(target.value)}
        />
      </Field>
      <Button size="md" disabled={chosen === ''} onClick={assign}>
        {t('desk.deliveries.assign')}
      </Button>
      {dialog}
    </div>
  )
}

/** When the next attempt may begin, in minutes from now. */
const waits_min = [0, 15, 30, 60, 120, 240, 1_440] as const

function OfferAgain({ card }: Pick<DeliveryCardProps, 'card'>) {
  const { t, locale } = useDeskWords()
  const { run, dialog } = usePanelCall()
  const [wait, setWait] = useState('0')
  const momentOf = (minutes: number) => new Date(readNow().getTime() + minutes * minute_ms)
  const isOffered = card.offered_from !== null && new Date(card.offered_from) <= readNow()
  const offer = () => {
    const body = wait === '0' ? {} : { at: momentOf(Number(wait)).toISOString() }
    return run(
      () => call('POST /api/v1/admin/deliveries/{id}/offer', { params: { id: card.id }, body }),
      t('desk.deliveries.offered_again'),
    )
  }
  // What is offered for the first time and was declined by nobody is on its way.
  if (isOffered && card.attempt === 1 && card.declined === 0) return null
  return (
    <div className="flex items-end gap-2">
      <Field label={t('desk.deliveries.offer_at')} className="min-w-0 flex-1">
        <NativeSelect
          value={wait}
          options={waits_min.map((minutes) => ({
            value: String(minutes),
            label: minutes === 0 ? t('desk.deliveries.now') : formatMoment(momentOf(minutes), card.timezone, locale),
          }))}
          onChange={({ target }) => setWait(target.value)}
        />
      </Field>
      <Button size="md" variant="outline" onClick={offer}>
        {t('desk.deliveries.offer')}
      </Button>
      {dialog}
    </div>
  )
}

function Unassign({ card }: Pick<DeliveryCardProps, 'card'>) {
  const { t } = useDeskWords()
  const { run, dialog } = usePanelCall()
  const take = () =>
    run(
      () => call('POST /api/v1/admin/deliveries/{id}/unassign', { params: { id: card.id } }),
      t('desk.deliveries.unassigned'),
    )
  return (
    <>
      <Button size="md" variant="outline" onClick={take}>
        {t('desk.deliveries.unassign')}
      </Button>
      {dialog}
    </>
  )
}
