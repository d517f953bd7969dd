import { TicketPercent } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Cart } from '#contract/cart/cart.ts'
import { readPromoCode } from '#contract/codes.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import type { useCartChanges } from './api.ts'

interface CouponFieldProps {
  cart: Cart
  changes: Pick<ReturnType<typeof useCartChanges>, 'setCoupon' | 'removeCoupon'>
}

/** The coupon of the cart, or the field for one. A coupon that takes nothing off now says why. */
export function CouponField({ cart: { coupon }, changes: { setCoupon, removeCoupon } }: CouponFieldProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  if (coupon !== null)
    return (
      <div role="status" className="mt-4 rounded-md bg-sunk px-3.5 py-1.5">
        <p className="flex flex-wrap items-center gap-x-3">
          {coupon.picture === null ? (
            <TicketPercent aria-hidden="true" className="size-5 text-act" />
          ) : (
            <img
              src={`${coupon.picture}?size=small`}
              alt=""
              width={56}
              height={42}
              className="my-1 h-10.5 w-14 rounded-md object-cover"
            />
          )}
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span className="block font-semibold">
              {coupon.name ?? t('cart.coupon_applied', { code: coupon.code })}
            </span>
            {coupon.name !== null && (
              <span className="block text-sm text-ink-2">{t('cart.coupon_applied', { code: coupon.code })}</span>
            )}
          </span>
          <Button
            variant="link"
            aria-label={t('cart.coupon_remove_code', { code: coupon.code })}
            onClick={() => removeCoupon.mutateAsync()}
          >
            {t('cart.coupon_remove')}
          </Button>
        </p>
        {coupon.description !== null && <p className="pb-2 text-sm text-ink-2">{coupon.description}</p>}
        {coupon.problem !== null && <p className="pb-2 text-sm font-medium text-bad">{coupon.problem}</p>}
      </div>
    )
  if (!isOpen)
    return (
      <p className="mt-2">
        <Button variant="link" aria-expanded={false} onClick={() => setOpen(true)}>
          {t('cart.coupon_open')}
        </Button>
      </p>
    )
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const code = readPromoCode(text)
    setEmpty(code === '')
    if (code !== '' && !setCoupon.isPending) setCoupon.mutate(code, { onSuccess: () => setText('') })
  }
  const { error } = setCoupon
  const refusal = error instanceof CallError ? error.problem?.errors?.[0]?.message : undefined
  return (
    <form onSubmit={apply} className="mt-4" noValidate>
      <Field
        label={t('cart.coupon')}
        error={
          isEmpty
            ? t('errors.fields.required')
            : error === null || setCoupon.isPending
              ? undefined
              : (refusal ?? describeFailure(t, error))
        }
      >
        <span className="grid grid-cols-[1fr_auto] gap-2">
          <TextInput
            name="promo_code"
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={40}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            className="uppercase"
          />
          <Button type="submit" variant="alt" size="md" busy={setCoupon.isPending}>
            {t('cart.coupon_apply')}
          </Button>
        </span>
      </Field>
    </form>
  )
}
