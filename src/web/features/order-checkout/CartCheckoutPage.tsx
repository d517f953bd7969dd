import { useState } from 'react'
import { Navigate } from 'react-router'
import type { Cart } from '#contract/cart/cart.ts'
import type { orderPayments } from '#contract/orders/orders.ts'
import { settings } from '#contract/settings/settings.ts'
import { EmailLogin } from '#web/features/account/EmailLogin.tsx'
import { useOutstanding } from '#web/features/bookings/useOutstanding.ts'
import { AmountLines } from '#web/features/cart/AmountLines.tsx'
import { useCart, useCartChanges } from '#web/features/cart/api.ts'
import { CartSkeleton } from '#web/features/cart/CartPage.tsx'
import { CouponField } from '#web/features/cart/CouponField.tsx'
import { LoadFailed } from '#web/features/parks/LoadFailed.tsx'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation, Trans } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { HandoverFields } from './HandoverFields.tsx'
import { OrderVehicleFields } from './OrderVehicleFields.tsx'
import { PlaceBar } from './PlaceBar.tsx'
import { SlotFields } from './SlotFields.tsx'
import { useOrderCheckout } from './useOrderCheckout.ts'
import { usePlaceOrder } from './usePlaceOrder.ts'

/** The checkout of the cart on one screen; it can be filled in signed out, and logging in comes last. */
export default function CartCheckoutPage() {
  const { t } = useTranslation()
  const { data: cart, error, refetch } = useCart()
  usePageTitle(`${t('orders.checkout')} | ${settings().company.name}`)
  // Placing the order empties the cart, often before the page of the order is there.
  const [ordered, setOrdered] = useState<Cart>()
  const shown = ordered ?? cart
  if (shown === undefined)
    return error === null ? <CartSkeleton /> : <LoadFailed error={error} onRetry={refetch} level={1} />
  if (shown.branch === null || shown.lines.length === 0) return <Navigate to={paths.cart()} replace />
  return (
    <Checkout cart={shown} branch={shown.branch} onSending={(isSending) => setOrdered(isSending ? shown : undefined)} />
  )
}

interface CheckoutProps {
  cart: Cart
  branch: NonNullable<Cart['branch']>
  /** Called with true before the order is sent, and with false if it was not placed. */
  onSending: (isSending: boolean) => void
}

function Checkout({ cart, branch, onSending }: CheckoutProps) {
  const { t } = useTranslation()
  const checkout = useOrderCheckout(cart, branch)
  const placing = usePlaceOrder(checkout, branch, onSending)
  const { draft, change, signedIn } = checkout
  const priced = checkout.priced.data ?? cart
  const { errorOf } = placing
  const total = priced.amounts?.total
  return (
    <Page className="pb-6 lg:pb-14">
      <PageHead title={t('orders.checkout')} lead={t('cart.from', { branch: branch.name })} />
      <div className="gap-x-14 lg:grid lg:grid-cols-[minmax(0,1fr)_min(27rem,45%)] lg:grid-rows-[auto_auto_1fr]">
        <form
          id={checkoutForm}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void placing.place()
          }}
        >
          {placing.summary !== undefined && <FormError {...placing.summary} />}
          <HandoverFields checkout={checkout} branch={branch} errorOf={errorOf} />
          {checkout.order_type !== undefined && <SlotFields checkout={checkout} errorOf={errorOf} />}
          {cart.needs_vehicle && <OrderVehicleFields checkout={checkout} needsKey={cart.needs_key} errorOf={errorOf} />}
          <Section>
            <Field label={t('cart.note')} aside={t('common.optional')} error={errorOf('note')}>
              <TextArea
                name="note"
                rows={2}
                value={draft.note}
                maxLength={200}
                onChange={({ target }) => change({ note: target.value })}
              />
            </Field>
          </Section>
        </form>
        <Card
          as="section"
          padding="lg"
          className="mt-3 self-start lg:sticky lg:top-22 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:mt-0"
        >
          <h2 className="mb-1 text-lg">{t('orders.summary')}</h2>
          <ul className="mb-2 grid gap-1 text-sm text-ink-2">
            {cart.lines.map(({ id, quantity, item, variation }) => (
              <li key={id}>
                {quantity} × {[item.name, variation?.name].filter((candidate) => candidate !== undefined).join(', ')}
              </li>
            ))}
          </ul>
          <div className={cx('transition-opacity', checkout.priced.isPlaceholderData && 'opacity-55')}>
            {priced.amounts !== null && <AmountLines amounts={priced.amounts} />}
          </div>
          <Coupon cart={priced} />
        </Card>
        <Section title={t('orders.payment')} className="lg:col-start-1">
          <div className="grid gap-4">
            {placing.changed !== undefined && (
              <Notice tone="warning" live title={t('orders.price_changed')}>
                {placing.changed}
              </Notice>
            )}
            {!signedIn ? (
              <EmailLogin hasBar returnTo={paths.cartCheckout()} onLoggedIn={() => undefined} />
            ) : (
              <>
                {checkout.cash !== null && checkout.order_type !== undefined && (
                  <PaymentChoice
                    cash={checkout.cash}
                    order_type={checkout.order_type}
                    value={checkout.pay_with}
                    onChange={(pay_with) => change({ pay_with })}
                    error={errorOf('pay_with')}
                  />
                )}
                {total !== undefined && checkout.pay_with === 'wallet' && (
                  <Wallet
                    total={total}
                    country={branch.country_code}
                    beforeTopUp={placing.holdBeforeTopUp}
                    returnTo={paths.cartCheckout()}
                  />
                )}
              </>
            )}
            <TermsField
              checked={draft.accept_terms}
              onChange={(accept_terms) => change({ accept_terms })}
              error={errorOf('accept_terms')}
            />
          </div>
        </Section>
        <PlaceBar checkout={checkout} placing={placing} total={total} form={checkoutForm} />
      </div>
    </Page>
  )
}

const checkoutForm = 'order-checkout'

function Coupon({ cart }: { cart: Cart }) {
  return <CouponField cart={cart} changes={useCartChanges()} />
}

interface WalletProps {
  total: { amount: number; currency: 'NGN' | 'XOF' | 'CAD' | 'USD' }
  country: Parameters<typeof WalletPart>[0]['country']
  beforeTopUp: Parameters<typeof WalletPart>[0]['beforeTopUp']
  returnTo: string
}

function Wallet({ total: { amount, currency }, country, beforeTopUp, returnTo }: WalletProps) {
  const { t } = useTranslation()
  const outstanding = useOutstanding(currency)
  return (
    <WalletPart
      price={{ total: amount, currency }}
      label={t('orders.this_order')}
      country={country}
      returnTo={returnTo}
      outstanding={outstanding}
      beforeTopUp={beforeTopUp}
    />
  )
}

interface TermsFieldProps {
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}

/** The consent without which no order is placed. */
function TermsField({ checked, onChange, error }: TermsFieldProps) {
  const link = 'text-act underline underline-offset-2'
  return (
    <Checkbox
      name="accept_terms"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      error={error}
      label={
        <Trans
          sentence="orders.accept_terms"
          components={{
            terms: <PageLink to={paths.terms()} className={link} />,
            privacy: <PageLink to={paths.privacy()} className={link} />,
          }}
        />
      }
    />
  )
}

interface PaymentChoiceProps {
  /** What the branch takes in cash. */
  cash: NonNullable<Cart['cash']>
  order_type: 'delivery' | 'takeaway'
  value: (typeof orderPayments)[number]
  onChange: (value: (typeof orderPayments)[number]) => void
  error: string | undefined
}

/** From the wallet now, or in cash when the order is handed over, where the branch takes cash for it. */
function PaymentChoice({ cash, order_type, value, onChange, error }: PaymentChoiceProps) {
  const { t, locale } = useTranslation()
  const { total, limit, is_offered } = cash
  return (
    <RadioCards
      legend={t('orders.pay_with')}
      hideLegend
      columns={2}
      name="pay_with"
      error={error}
      cards={[
        { value: 'wallet' as const, label: t('orders.from_wallet'), description: t('orders.from_wallet_text') },
        {
          value: 'cash' as const,
          label: t('orders.in_cash'),
          description: is_offered
            ? t(`orders.in_cash_text.${order_type}`, { amount: formatMoney(total.amount, total.currency, locale) })
            : t('orders.cash_up_to', { amount: formatMoney(limit.amount, limit.currency, locale) }),
          disabled: !is_offered,
        },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
