import type { Money } from '#contract/fields.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { OrderRecord, OrderRecordLine } from '#contract/orders/desk/order-record.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { AmountTable, DataTable } from '#web/ui/Table.tsx'
import { nameTax } from './nameTax.ts'

/** What was ordered, with extras, notes, discounts and taxes, and how the total comes about. */
export function LinesPanel({ record }: { record: DeskRecord }) {
  const order = record as unknown as OrderRecord
  const { t, locale } = useDeskWords()
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const less = ({ amount, currency }: Money) => `−${formatMoney(amount, currency, locale)}`
  return (
    <div className="grid gap-4">
      <DataTable
        caption={t('desk.orders.lines.title')}
        rows={order.lines}
        rowKey={({ id }) => id}
        columns={[
          { key: 'item', head: t('desk.orders.lines.item'), cell: (line) => <LineName line={line} />, rowHead: true },
          {
            key: 'quantity',
            head: t('desk.orders.lines.quantity'),
            align: 'end',
            cell: ({ quantity, refunded_quantity }) => (
              <>
                {quantity}
                {refunded_quantity > 0 && (
                  <span className="block text-sm text-ink-2">
                    {t('desk.orders.lines.refunded', { count: refunded_quantity })}
                  </span>
                )}
              </>
            ),
          },
          { key: 'unit', head: t('desk.orders.lines.unit'), align: 'end', cell: ({ unit }) => show(unit) },
          { key: 'total', head: t('desk.orders.lines.total'), align: 'end', cell: ({ total }) => show(total) },
        ]}
      />
      <div className="max-w-md justify-self-end max-sm:w-full sm:min-w-80">
        <AmountTable
          caption={t('desk.orders.lines.sum')}
          rows={[
            { label: t('desk.orders.lines.subtotal'), amount: show(order.subtotal) },
            ...(order.offers.amount > 0 ? [{ label: t('desk.orders.lines.offers'), amount: less(order.offers) }] : []),
            ...(order.coupon_amount.amount > 0
              ? [{ label: t('desk.orders.lines.coupon_amount'), amount: less(order.coupon_amount), note: order.coupon }]
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
