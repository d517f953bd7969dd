import type { Money } from '#contract/fields.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { OrderRecord, OrderRecordLine } from '#contract/orders/desk/order-record.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { formatDeadlineInSentence } from '#web/time/inSentence.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { nameTax } from './nameTax.ts'

// Cells of a table that are laid out as blocks lose the roles that their elements have.
// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role

/** What was ordered, with extras, notes, discounts and taxes, and how the total comes about. */
export function LinesPanel({ record }: { record: DeskRecord }) {
  const order = record as unknown as OrderRecord
  const { t, locale } = useDeskWords()
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const less = ({ amount, currency }: Money) => `−${formatMoney(amount, currency, locale)}`
  const describeDiscount = ({ reason, given_by, approved_by }: NonNullable<OrderRecord['discount']>) =>
    approved_by === null || approved_by === given_by
      ? t('desk.orders.lines.given_by', { reason, name: given_by ?? '' })
      : t('desk.orders.lines.approved_by', { reason, name: given_by ?? '', approver: approved_by })
  return (
    <div className="grid gap-4">
      <Lines order={order} show={show} />
      <div className="max-w-md justify-self-end max-sm:w-full sm:min-w-80">
        <AmountTable
          caption={t('desk.orders.lines.sum')}
          rows={[
            { label: t('desk.orders.lines.subtotal'), amount: show(order.subtotal) },
            ...(order.offers.amount > 0 ? [{ label: t('desk.orders.lines.offers'), amount: less(order.offers) }] : []),
            ...(order.coupon_amount.amount > 0
              ? [
                  order.discount === null
                    ? {
                        label: t('desk.orders.lines.coupon_amount'),
                        amount: less(order.coupon_amount),
                        note: order.coupon,
                      }
                    : {
                        label: t('desk.orders.lines.discount'),
                        amount: less(order.coupon_amount),
                        note: describeDiscount(order.discount),
                      },
                ]
              : []),
            ...(order.delivery_charge === null
              ? []
              : [{ label: t('desk.orders.lines.delivery'), amount: show(order.delivery_charge) }]),
            ...order.taxes.map((tax) => {
              const name = nameTax(tax, locale)
              return {
                label: order.includes_tax ? t('desk.orders.tickets.includes', { name }) : name,
                amount: show(tax.amount),
                quiet: true,
              }
            }),
          ]}
          total={{ label: t('desk.orders.lines.sum'), amount: show(order.total) }}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={paths.desk(`order-tickets/${order.order_number}`)} variant="outline" size="md">
          {t('desk.orders.lines.tickets')}
        </ButtonLink>
        <ButtonLink to={paths.desk(`order-receipts/${order.order_number}`)} variant="outline" size="md">
          {t('desk.orders.lines.receipt')}
        </ButtonLink>
      </div>
    </div>
  )
}

interface LinesProps {
  order: OrderRecord
  show: (money: Money) => string
}

/** The lines as a table, and on a phone as cards: the item above, then its quantity, price and total. */
function Lines({ order, show }: LinesProps) {
  const { t } = useDeskWords()
  const heads = ['item', 'quantity', 'unit', 'total'] as const
  const cell = 'px-4 py-3 text-right tabular-nums max-sm:p-0 max-sm:text-left'
  return (
    <div className="rounded-xl border border-line bg-card">
      <table role="table" className="w-full border-collapse text-base max-sm:block">
        <caption className="sr-only">{t('desk.orders.lines.title')}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-b border-line text-sm text-ink-2">
            {heads.map((head) => (
              <th
                key={head}
                role="columnheader"
                scope="col"
                className={cx('px-4 py-2.5 font-semibold', head === 'item' ? 'text-left' : 'text-right')}
              >
                {t(`desk.orders.lines.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {order.lines.map((line) => (
            <tr
              key={line.id}
              role="row"
              className="border-b border-line align-baseline last:border-0 max-sm:flex max-sm:flex-wrap max-sm:gap-x-1.5 max-sm:gap-y-1 max-sm:p-4"
            >
              <th
                role="rowheader"
                scope="row"
                className="px-4 py-3 text-left font-semibold wrap-anywhere max-sm:basis-full max-sm:p-0"
              >
                <LineName line={line} />
                <Replacement order={order} line={line} />
              </th>
              <td role="cell" className={cell}>
                {line.quantity}
                {line.refunded_quantity > 0 && (
                  <span className="block text-sm text-ink-2">
                    {t('desk.orders.lines.refunded', { count: line.refunded_quantity })}
                  </span>
                )}
              </td>
              <td role="cell" className={cell}>
                <span aria-hidden="true" className="sm:hidden">
                  {'× '}
                </span>
                {show(line.unit)}
              </td>
              <td role="cell" className={cx(cell, 'max-sm:ml-auto max-sm:font-semibold')}>
                {show(line.total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What replaces a line or is offered for it, and the way to replace it. */
function Replacement({ order, line }: { order: OrderRecord; line: OrderRecordLine }) {
  const { t, locale } = useDeskWords()
  const own = order.substitutions.filter(({ line_id }) => line_id === line.id)
  const canReplace = order.can_replace && line.quantity > line.refunded_quantity
  return (
    <>
      {own.map(({ order_number: number, name, is_done, held_until }) => (
        <span key={number} className="block text-sm font-normal wrap-anywhere">
          <PageLink to={paths.desk(`online-orders/${number}`)} className="text-act underline underline-offset-2">
            {is_done || held_until === null
              ? t('desk.orders.lines.replaced_by', { name, number })
              : t('desk.orders.lines.offered', {
                  name,
                  number,
                  until: formatDeadlineInSentence(new Date(held_until), order.timezone, locale),
                })}
          </PageLink>
        </span>
      ))}
      {canReplace && (
        <PageLink
          to={`${paths.desk(`online-orders/${order.order_number}`)}?tab=add&line=${line.id}`}
          aria-label={t('desk.orders.lines.replace_item', { item: line.name })}
          className="block w-fit py-1 text-sm font-semibold text-act underline underline-offset-2"
        >
          {t('desk.orders.lines.replace')}
        </PageLink>
      )}
    </>
  )
}

function LineName({ line }: { line: OrderRecordLine }) {
  const { t, locale } = useDeskWords()
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const notes = [
    ...[line.variation, ...line.extras].filter((part) => part !== null),
    ...(line.parent_id === null ? [] : [t('desk.orders.lines.addon')]),
    ...(line.note === null ? [] : [`“${line.note}”`]),
    ...(line.offer === null
      ? []
      : [t('desk.orders.lines.offer', { name: line.offer.name, amount: show(line.offer.amount) })]),
    ...(line.coupon === null ? [] : [t('desk.orders.lines.coupon', { amount: show(line.coupon) })]),
    ...line.taxes.map(({ name, amount }) => t('desk.orders.lines.tax', { name, amount: show(amount) })),
  ]
  return (
    <>
      {line.name}
      {notes.length > 0 && (
        <span className="block text-sm font-normal wrap-anywhere text-ink-2">{notes.join(' · ')}</span>
      )}
    </>
  )
}
