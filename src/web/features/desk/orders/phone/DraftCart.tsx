import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Cart, CartLine } from '#contract/cart/cart.ts'
import type { Money } from '#contract/fields.ts'
import { Stepper } from '#web/features/cart/Stepper.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { nameTax } from '../nameTax.ts'
import type { Draft, DraftLine } from './draft.ts'

interface DraftCartProps {
  draft: Draft
  onChange: (draft: Draft) => void
  /** At the prices of now; undefined until they are read. */
  cart: Cart | undefined
  /** Why it cannot be priced. */
  failure: string | undefined
  couponError?: string | undefined
  /** Whether a coupon can be entered. */
  takesCoupons?: boolean
  /** What is taken off, where it is no coupon. */
  reductionLabel?: string | undefined
}

/** The chosen items with their prices, the coupon and the total. */
export function DraftCart({
  draft,
  onChange,
  cart,
  failure,
  couponError,
  takesCoupons = true,
  reductionLabel,
}: DraftCartProps) {
  const { t, labelled, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const [code, setCode] = useState(draft.promo_code)
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const applyCoupon = (event: FormEvent) => {
    event.preventDefault()
    onChange({ ...draft, promo_code: code.trim() })
  }
  if (draft.lines.length === 0) return <p className="text-ink-2">{t('desk.orders.phone.empty')}</p>
  const amounts = cart?.amounts
  const main = cart?.lines.filter(({ parent_id }) => parent_id === null) ?? []
  const less = (money: Money) => `−${show(money)}`
  return (
    <div className="grid gap-4">
      <ul className="grid">
        {draft.lines.map(({ key, item, line }, index) => {
          // In the order in which they were sent; what was added to one stands apart.
          const shown = main[index]
          const addons = cart?.lines.filter(({ parent_id }) => shown !== undefined && parent_id === shown.id) ?? []
          const details = [shown?.variation?.name, ...(shown?.extras.map(({ name }) => name) ?? []), line.note]
          const changeLine = (changed: DraftLine) =>
            onChange({
              ...draft,
              lines: draft.lines.map((line) => (line.key === key ? { ...line, line: changed } : line)),
            })
          const setQuantity = (quantity: number) => changeLine({ ...line, quantity })
          return (
            <li key={key} className="grid gap-1 border-b border-line py-2">
              <span className="flex items-baseline justify-between gap-3">
                <span className="font-semibold wrap-anywhere">{item.name}</span>
                <span className="tabular-nums">{shown === undefined ? '' : show(shown.total)}</span>
              </span>
              {details.some(Boolean) && (
                <span className="text-sm wrap-anywhere text-ink-2">{details.filter(Boolean).join(' · ')}</span>
              )}
              <LineProblem line={shown} onTake={setQuantity} />
              {addons.map((addon) => (
                <span key={addon.id} className="grid gap-1">
                  <span className="flex items-baseline justify-between gap-3 text-sm">
                    <span className="wrap-anywhere">{`+ ${addon.quantity} × ${addon.item.name}`}</span>
                    <span className="tabular-nums">{show(addon.total)}</span>
                  </span>
                  <LineProblem
                    line={addon}
                    onRemove={() =>
                      changeLine({ ...line, addons: line.addons?.filter(({ item_id }) => item_id !== addon.item.id) })
                    }
                  />
                </span>
              ))}
              <span className="flex items-center justify-between gap-3">
                <Stepper
                  label={labelled(t('desk.orders.phone.quantity'), item.name)}
                  value={line.quantity ?? 1}
                  most={Math.min(item.max_per_order, 99)}
                  onChange={setQuantity}
                />
                <IconButton
                  label={t('desk.orders.phone.remove', { item: item.name })}
                  icon={<Trash2 aria-hidden="true" />}
                  variant="outline"
                  onClick={() => onChange({ ...draft, lines: draft.lines.filter((line) => line.key !== key) })}
                />
              </span>
            </li>
          )
        })}
      </ul>
      {failure !== undefined && <Notice tone="error">{failure}</Notice>}
      {takesCoupons && (
        <form noValidate onSubmit={applyCoupon} className="flex items-end gap-2">
          <Field
            label={t('desk.orders.phone.coupon')}
            aside={site('common.optional')}
            error={couponError ?? cart?.coupon?.problem ?? undefined}
            className="flex-1"
          >
            <TextInput
              value={code}
              maxLength={40}
              autoComplete="off"
              className="uppercase"
              onChange={({ target }) => setCode(target.value)}
            />
          </Field>
          <Button type="submit" variant="outline">
            {site('cart.coupon_apply')}
          </Button>
        </form>
      )}
      {amounts !== undefined && amounts !== null && (
        <AmountTable
          caption={t('desk.orders.lines.sum')}
          rows={[
            { label: t('desk.orders.lines.subtotal'), amount: show(amounts.subtotal) },
            ...(amounts.offers.amount > 0
              ? [{ label: t('desk.orders.lines.offers'), amount: less(amounts.offers) }]
              : []),
            ...(amounts.coupon.amount > 0
              ? [{ label: reductionLabel ?? t('desk.orders.lines.coupon_amount'), amount: less(amounts.coupon) }]
              : []),
            ...(amounts.delivery_charge === null
              ? []
              : [{ label: t('desk.orders.lines.delivery'), amount: show(amounts.delivery_charge) }]),
            ...amounts.taxes.map((tax) => {
              const name = nameTax(tax, locale)
              return {
                label: amounts.includes_tax ? t('desk.orders.tickets.includes', { name }) : name,
                amount: show(tax.amount),
                quiet: true,
              }
            }),
          ]}
          total={{ label: t('desk.orders.lines.sum'), amount: show(amounts.total) }}
        />
      )}
    </div>
  )
}

interface LineProblemProps {
  line: CartLine | undefined
  /** Takes as many as are left. */
  onTake?: (quantity: number) => void
  /** For what has no button of its own. */
  onRemove?: () => void
}

/** Why a line cannot be had as it is, with what can be done about it. */
function LineProblem({ line, onTake, onRemove }: LineProblemProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const problem = line?.problem ?? null
  if (line === undefined || problem === null || problem === 'price_changed') return null
  const most = problem === 'out_of_stock' ? (line.left ?? 0) : problem === 'too_many' ? line.item.max_per_order : 0
  const text =
    problem === 'out_of_stock'
      ? site('cart.problems.out_of_stock', { count: most })
      : problem === 'too_many'
        ? site('cart.problems.too_many', { count: most })
        : problem === 'paused'
          ? t('desk.orders.phone.paused')
          : site(`cart.problems.${problem}`)
  return (
    <span role="status" className="flex flex-wrap items-center gap-3 text-sm font-semibold text-bad">
      {text}
      {onTake !== undefined && most > 0 && (
        <Button variant="outline" size="md" onClick={() => onTake(most)}>
          {t('desk.orders.phone.take_left', { count: most })}
        </Button>
      )}
      {onRemove !== undefined && (
        <Button variant="outline" size="md" onClick={onRemove}>
          {t('desk.orders.phone.remove', { item: line.item.name })}
        </Button>
      )}
    </span>
  )
}
