import type { Money } from '#contract/fields.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { AddressText } from '#web/features/addresses/AddressText.tsx'
import { AmountLines } from '#web/features/cart/AmountLines.tsx'
import { ItemPicture } from '#web/features/catalogue/ItemPicture.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatShortMoment } from '#web/time/format.ts'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { AmountTable } from '#web/ui/Table.tsx'

const link = 'underline decoration-line underline-offset-4 hover:text-act'

/** The lines of an order, each below the one that it was added to. */
export function Contents({ order: { lines, substitutions } }: { order: OrderDetails }) {
  const { t, locale } = useTranslation()
  const format = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  return (
    <ul className="border-t border-line">
      {lines.map(({ id, parent_id, quantity, item, variation, extras, note, total, refunded, offer }) => (
        <li key={id} className={parent_id === null ? 'border-b border-line py-3' : 'border-b border-line py-3 pl-6'}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
            <span className="min-w-0">
              <ItemPicture item={item} className="mr-2.5 inline-grid size-10 align-middle" />
              {quantity} ×{' '}
              {item.slug === null ? (
                item.name
              ) : (
                <PageLink to={paths.service(item.slug)} className={link}>
                  {item.name}
                </PageLink>
              )}
            </span>
            <span className="tabular-nums">{format(total)}</span>
          </p>
          <p className="text-sm text-ink-2 empty:hidden">
            {[variation, ...extras.map(({ name }) => name), offer?.name].filter(Boolean).join(' · ')}
          </p>
          {note !== null && note !== '' && (
            <p className="text-sm wrap-anywhere text-ink-2">{t('cart.note_text', { note })}</p>
          )}
          {substitutions
            .filter(({ line_id, is_done }) => line_id === id && is_done)
            .map(({ order_number, name }) => (
              <p key={order_number} className="text-sm font-semibold">
                <PageLink to={paths.order(order_number)} className={link}>
                  {t('orders.substitute.replaced_by', { name })}
                </PageLink>
              </p>
            ))}
          {refunded.amount > 0 && (
            <p className="text-sm text-ink-2">
              {t('common.labelled', { name: t('orders.refund'), value: format(refunded) })}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What the order cost, how it was paid and what was refunded. */
export function Payments({ order }: { order: OrderDetails }) {
  const { t, locale } = useTranslation()
  const { amounts, payments, refunds, branch, total, refunded } = order
  const format = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const at = (moment: string) => formatShortMoment(new Date(moment), branch.timezone, locale)
  return (
    <>
      <AmountLines amounts={amounts} />
      {(payments.length > 0 || refunds.length > 0) && (
        <div className="mt-4">
          <AmountTable
            caption={t('orders.refunds')}
            rows={[
              ...payments.map((payment) => ({
                label: t(`orders.paid_with.${payment.method}`),
                note: at(payment.at),
                amount: format(payment.amount),
              })),
              ...refunds.map((refund) => ({
                label: t('orders.refund'),
                note: [refund.reason, at(refund.at)].filter(Boolean).join(' · '),
                amount: formatMoney(-refund.amount.amount, refund.amount.currency, locale),
              })),
            ]}
            {...(refunds.length > 0 &&
              payments.length > 0 && {
                total: {
                  label: t('orders.paid_after'),
                  amount: formatMoney(Math.round((total.amount - refunded.amount) * 100) / 100, total.currency, locale),
                },
              })}
          />
        </div>
      )}
    </>
  )
}

/** Where the order goes, for which vehicle, and who has the key. */
export function Facts({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const { destination, branch, vehicle, key, note, booking_code, amends, amended_by, replaces } = order
  const where =
    destination === null ? (
      <PageLink to={paths.branch(branch.slug)} className={link}>
        {branch.name}, {branch.address}
      </PageLink>
    ) : destination.kind === 'bay' ? (
      <>
        <PageLink to={paths.park(destination.park_slug)} className={link}>
          {destination.park_name ?? t('shop.park_code', { code: destination.park_code })}
        </PageLink>
        <span className="block">{placeOf(destination)}</span>
      </>
    ) : (
      <AddressText address={destination} />
    )
  return (
    <DefinitionList
      entries={[
        { term: t(destination === null ? 'orders.collected_at' : 'orders.delivered_to'), value: where },
        ...(vehicle === null ? [] : [{ term: t('orders.plate'), value: vehicle.plate }]),
        ...(key === null ? [] : [{ term: t('orders.key_at'), value: t(`orders.keys.${key}`) }]),
        ...(note === null || note === '' ? [] : [{ term: t('cart.note'), value: note }]),
        ...(booking_code === null
          ? []
          : [
              {
                term: t('orders.booking'),
                value: (
                  <PageLink to={paths.bookingDetails(booking_code)} className={link}>
                    {booking_code}
                  </PageLink>
                ),
              },
            ]),
        ...(amends === null
          ? []
          : [
              {
                term: t('orders.related'),
                value: (
                  <PageLink to={paths.order(replaces?.order_number ?? amends)} className={link}>
                    {replaces === null
                      ? t('orders.adds_to', { number: amends })
                      : t('orders.substitute.replaces', { name: replaces.name, number: replaces.order_number })}
                  </PageLink>
                ),
              },
            ]),
        ...amended_by
          .filter((number) => !order.substitutions.some(({ order_number }) => order_number === number))
          .map((number) => ({
            term: t('orders.related'),
            value: (
              <PageLink to={paths.order(number)} className={link}>
                {t('orders.added_by', { number })}
              </PageLink>
            ),
          })),
        { term: t('orders.order_number'), value: order.order_number },
      ]}
    />
  )

  function placeOf({ level, bay }: { level: string | null; bay: string | null }): string {
    if (level && bay) return t('orders.level_bay', { level, bay })
    if (level) return t('orders.only_level', { level })
    return bay ? t('orders.only_bay', { bay }) : ''
  }
}
