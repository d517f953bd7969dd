import { Download, Phone } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { servicePhotoRetention_days } from '#contract/orders/order-photos.ts'
import type { OrderDetails, OrderProblem } from '#contract/orders/orders.ts'
import { settings } from '#contract/settings/settings.ts'
import { CallError } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { describeFailure } from '#web/api/failures.ts'
import { ReplaceCartDialog } from '#web/features/cart/ReplaceCartDialog.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { Stars } from '#web/features/reviews/Stars.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, formatMoney } from '#web/time/format.ts'
import { formatDeadlineInSentence, formatMomentInSentence } from '#web/time/inSentence.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { useOrder, useOrderChanges } from './api.ts'
import { CourierCard } from './CourierCard.tsx'
import { Messages } from './Messages.tsx'
import { Contents, Facts, Payments } from './OrderDetailParts.tsx'
import { OrderFrame } from './OrderFrame.tsx'
import { OrderPhoto } from './OrderPhoto.tsx'
import { OrderTag } from './OrderTag.tsx'
import { Returns } from './Returns.tsx'
import { Stages } from './Stages.tsx'
import { useOrderTracking } from './useOrderTracking.ts'

const CancelOrderDialog = lazy(() => import('./CancelOrderDialog.tsx'))
const ProblemDialog = lazy(() => import('./ProblemDialog.tsx'))

/** An order with its progress, which is kept up to date while it is open, and what can be done about it. */
export default function OrderPage() {
  const { order: order_number = '' } = usePageParams()
  const found = useOrder(order_number)
  return <OrderFrame found={found}>{(order) => <Loaded order={order} isStale={found.isRefetchError} />}</OrderFrame>
}

function Loaded({ order, isStale }: { order: OrderDetails; isStale: boolean }) {
  const { t, locale } = useTranslation()
  const { courier, hasFailed } = useOrderTracking(order)
  const { status, branch, promised_at, delay_minutes, handover_code, order_type, can } = order
  usePageTitle(`${t('orders.one', { number: order.order_number })} | ${settings().company.name}`)
  const isHeld = status === 'pending' && order.held_until !== null
  const isOver = ['completed', 'canceled', 'rejected', 'returned'].includes(status)
  const toBay = status === 'out_for_delivery' && order.destination?.kind === 'bay'
  return (
    <Page className="pb-10">
      <PageHead
        title={t('orders.one', { number: order.order_number })}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <OrderTag order={order} />
            {branch.name}, {branch.city}
            {order.is_example && <ExampleTag />}
          </span>
        }
      />
      <div className="grid grid-cols-1 gap-x-14 lg:grid-cols-[minmax(0,1fr)_min(26rem,42%)]">
        <div>
          {(isStale || hasFailed) && <Notice tone="warning">{t('orders.update_failed')}</Notice>}
          <SubstituteOffers order={order} />
          {isHeld && can.pay && (
            <Notice
              tone="warning"
              title={
                order.replaces === null ? t('orders.held') : t('orders.substitute.offered', { branch: branch.name })
              }
              action={
                <ButtonLink to={paths.orderPay(order.order_number)} size="md">
                  {t(order.replaces === null ? 'orders.pay_title' : 'orders.substitute.look')}
                </ButtonLink>
              }
            />
          )}
          <div role="status" className="my-3">
            <p className="text-lg font-bold">
              {toBay ? t('orders.on_way_to_bay') : !isHeld && t(`orders.status_text.${status}`)}
            </p>
            <p className="text-ink-2">
              {t(isOver ? 'orders.was_promised' : 'orders.promised')}{' '}
              <span className="font-semibold text-ink">
                {(isOver ? formatMoment : formatMomentInSentence)(new Date(promised_at), branch.timezone, locale)}
              </span>
              {delay_minutes > 0 && !isOver && ` · ${t('orders.delayed', { count: delay_minutes })}`}
            </p>
          </div>
          {order.cash_due !== null && !isOver && (
            <Notice tone="info">
              {t(`orders.cash_due.${order_type}`, {
                amount: formatMoney(order.cash_due.amount, order.cash_due.currency, locale),
              })}
            </Notice>
          )}
          {courier !== null && status === 'out_for_delivery' && <CourierCard courier={courier} branch={branch} />}
          {handover_code !== null && (
            <Card className="my-4 text-center">
              <p className="text-sm text-ink-2">
                {t(order_type === 'takeaway' ? 'orders.your_token' : 'orders.handover_code')}
              </p>
              <p className="text-3xl font-black tracking-[0.25em] tabular-nums">
                {order_type === 'takeaway' ? order.token : handover_code}
              </p>
              {order_type === 'takeaway' && (
                <p className="font-semibold tabular-nums">
                  {t('common.labelled', { name: t('orders.handover_code'), value: handover_code })}
                </p>
              )}
              <p className="text-sm text-ink-2">{t('orders.handover_code_text')}</p>
            </Card>
          )}
          <Section title={t('orders.stages')}>
            <Stages order={order} />
          </Section>
          <Section title={t('orders.contents')}>
            <Contents order={order} />
          </Section>
          <ServicePhotos order={order} />
          <Messages order={order} />
          <Rating order={order} />
          <Returns order={order} />
          <Problems order={order} />
        </div>
        <div>
          <Section title={t('cart.amounts')}>
            <Payments order={order} />
          </Section>
          <Section title={t('orders.details')}>
            <Facts order={order} />
          </Section>
          <Actions order={order} />
          {order.cancel_until !== null && can.cancel && (
            <p className="mt-2 text-sm text-ink-2">
              {t('orders.cancel_until', {
                until: formatDeadlineInSentence(new Date(order.cancel_until), branch.timezone, locale),
              })}
            </p>
          )}
        </div>
      </div>
    </Page>
  )
}

function Actions({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { confirm, reorder } = useOrderChanges()
  const [isCanceling, setCanceling] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const { can, branch } = order
  const showFailure = (error: unknown) => void toast(describeFailure(t, error), { tone: 'error' })
  const confirmNow = () => confirm.mutateAsync(order.id).then(() => void toast(t('orders.confirmed')), showFailure)
  const orderAgain = async (replace: boolean) => {
    setReplacing(false)
    try {
      const { left_out } = await reorder.mutateAsync({ id: order.id, replace })
      if (left_out.length === 0) toast(t('orders.reordered'))
      else toast(t('orders.left_out', { items: left_out.join(', ') }), { tone: 'info' })
      void navigate(paths.cart())
    } catch (error) {
      if (error instanceof CallError && error.code === 'cart_other_branch') setReplacing(true)
      else showFailure(error)
    }
  }
  const receive = () =>
    download('GET /api/v1/orders/{id}/receipt.pdf', { id: order.id }, `${order.order_number}.pdf`).catch(
      () => void toast(t('orders.receipt_failed'), { tone: 'error' }),
    )
  return (
    <div className="mt-3 grid gap-2.5">
      {can.confirm && (
        <Button wide onClick={confirmNow}>
          {t('orders.confirm')}
        </Button>
      )}
      {branch.phone !== null && (
        <ButtonLink href={`tel:${branch.phone}`} variant="outline" wide>
          <Phone aria-hidden="true" className="size-4.5" />
          {t('orders.call_branch', { branch: branch.name })}
        </ButtonLink>
      )}
      {order.payment_status === 'paid' && (
        <Button variant="outline" wide onClick={receive}>
          <Download aria-hidden="true" className="size-4.5" />
          {t('orders.receipt')}
        </Button>
      )}
      {can.return && (
        <ButtonLink to={paths.orderReturn(order.order_number)} variant="outline" wide>
          {t('order_care.returns.open')}
        </ButtonLink>
      )}
      {can.report && (
        <Button variant="outline" wide onClick={() => setReporting(true)}>
          {t('order_care.problems.open')}
        </Button>
      )}
      {can.reorder && (
        <Button variant="outline" wide onClick={() => orderAgain(false)}>
          {t('orders.reorder')}
        </Button>
      )}
      {can.cancel && (
        <Button variant="ghost" wide className="text-bad" onClick={() => setCanceling(true)}>
          {t('orders.cancel')}
        </Button>
      )}
      {isCanceling && (
        <Suspense fallback={null}>
          <CancelOrderDialog order={order} onClosed={() => setCanceling(false)} />
        </Suspense>
      )}
      {isReporting && (
        <Suspense fallback={null}>
          <ProblemDialog order={order} onClosed={() => setReporting(false)} />
        </Suspense>
      )}
      {isReplacing && <ReplaceCartDialog onReplace={() => orderAgain(true)} onClosed={() => setReplacing(false)} />}
    </div>
  )
}

/** What the branch offers in place of lines, to be confirmed by the customer. Shows nothing while there is none. */
function SubstituteOffers({ order: { substitutions, lines, branch } }: { order: OrderDetails }) {
  const { t, locale } = useTranslation()
  return substitutions.map(({ order_number, line_id, quantity, name, is_done, due, held_until }) => {
    const replaced = lines.find(({ id }) => id === line_id)
    if (is_done || held_until === null || replaced === undefined) return null
    return (
      <Notice
        key={order_number}
        tone="warning"
        title={t('orders.substitute.offered', { branch: branch.name })}
        action={
          <ButtonLink to={paths.orderPay(order_number)} size="md">
            {t('orders.substitute.look')}
          </ButtonLink>
        }
      >
        {t('orders.substitute.offer', {
          name,
          replaced: `${quantity} × ${replaced.item.name}`,
          due: formatMoney(due.amount, due.currency, locale),
          until: formatDeadlineInSentence(new Date(held_until), branch.timezone, locale),
        })}
      </Notice>
    )
  })
}

const tones: Record<OrderProblem['status'], TagTone> = {
  open: 'few',
  refunded: 'free',
  refused: 'bad',
  not_answered: 'free',
}

/** The services that the customer reported, with what became of it. Shows nothing while there is none. */
function Problems({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  if (order.problems.length === 0) return null
  return (
    <Section title={t('order_care.problems.title')}>
      <ul className="divide-y divide-line border-y border-line">
        {order.problems.map((problem) => (
          <Problem key={problem.line_id} order={order} problem={problem} />
        ))}
      </ul>
    </Section>
  )
}

function Problem({ order, problem }: { order: OrderDetails; problem: OrderProblem }) {
  const { t, locale } = useTranslation()
  const { line_id, status, text, photo_id, answer, refunded, reported_at, answer_by } = problem
  const { branch } = order
  const line = order.lines.find(({ id }) => id === line_id)
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Tag tone={tones[status]}>{t(`order_care.problems.status.${status}`)}</Tag>
        <time dateTime={reported_at} className="text-sm text-ink-2">
          {formatMoment(new Date(reported_at), branch.timezone, locale)}
        </time>
      </p>
      <p className="font-semibold">{line?.item.name}</p>
      <p className="text-ink-2">
        {t(`order_care.problems.status_text.${status}`, {
          branch: branch.name,
          until: formatDeadlineInSentence(new Date(answer_by), branch.timezone, locale),
        })}
        {refunded !== null &&
          ` ${t('order_care.returns.refunded', { amount: formatMoney(refunded.amount, refunded.currency, locale) })}`}
      </p>
      {answer !== null && <p className="wrap-anywhere">{t('order_care.returns.answer', { answer })}</p>}
      <p className="text-sm wrap-anywhere text-ink-2">{text}</p>
      {photo_id !== null && (
        <OrderPhoto order_id={order.id} photo_id={photo_id} alt={t('order_care.problems.photo_alt')} />
      )}
    </li>
  )
}

const RatingForm = lazy(async () => ({ default: (await import('./RatingForm.tsx')).RatingForm }))

/** The customer's rating of an order, or the form for it. Shows nothing before the order was handed over. */
function Rating({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const { rating, can, branch, lines } = order
  if (can.rate)
    return (
      <Section title={t('order_care.rating.title')}>
        <Suspense fallback={null}>
          <RatingForm order={order} />
        </Suspense>
      </Section>
    )
  if (rating === null) return null
  const nameOf = (id: string) => lines.find(({ item }) => item.id === id)?.item.name
  return (
    <Section title={t('order_care.rating.own')}>
      <ul className="divide-y divide-line border-y border-line">
        {[{ name: branch.name, ...rating }, ...rating.items.map((item) => ({ name: nameOf(item.id), ...item }))].map(
          ({ name, rating: stars, text }, n) => (
            <li key={n} className="py-3">
              <p className="flex flex-wrap items-center gap-x-3">
                <span className="font-semibold">{name}</span>
                <Stars rating={stars} />
              </p>
              {text !== null && <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-2">{text}</p>}
            </li>
          ),
        )}
      </ul>
    </Section>
  )
}

/** What the branch photographed: the vehicle before and after its service, and what it left without a code. */
function ServicePhotos({ order }: { order: OrderDetails }) {
  const { t, locale } = useTranslation()
  const { id, photos, branch } = order
  if (photos.length === 0) return null
  return (
    <Section title={t('order_care.photos.title')}>
      <ul className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        {photos.map(({ id: photo_id, shows, at }) => (
          <li key={photo_id}>
            <figure className="grid gap-1.5">
              <OrderPhoto order_id={id} photo_id={photo_id} alt={t(`order_care.photos.${shows}`)} />
              <figcaption className="text-sm text-ink-2">
                <span className="font-semibold text-ink">{t(`order_care.photos.${shows}`)}</span>
                {' · '}
                <time dateTime={at}>{formatMoment(new Date(at), branch.timezone, locale)}</time>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-2">{t('order_care.photos.kept', { count: servicePhotoRetention_days })}</p>
    </Section>
  )
}
