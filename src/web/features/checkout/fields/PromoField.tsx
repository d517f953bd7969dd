import { TicketPercent } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { readPromoCode } from '#contract/codes.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import type { Price } from '../state/usePrice.ts'
import type { PromoCode } from '../state/usePromo.ts'

interface PromoFieldProps {
  promo: PromoCode
  price: Pick<Price, 'offer' | 'isCurrent' | 'isLoading'>
}

/** A link that opens the field for a promo code; once applied, the code and a button to remove it. */
export function PromoField({ promo, price }: PromoFieldProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState(promo.code)
  const [isEmpty, setEmpty] = useState(false)
  const id = useId()
  useEffect(() => {
    if (open) document.getElementById(id)?.focus()
  }, [open, id])
  const applied = price.offer?.quote.promo_code ?? undefined
  const isApplying = promo.activeCode !== '' && price.isLoading

  if (applied !== undefined && promo.activeCode !== '' && price.isCurrent) {
    return (
      <p role="status" className="mt-4 flex flex-wrap items-center gap-x-3 rounded-md bg-sunk px-3.5 py-1.5">
        <TicketPercent aria-hidden="true" className="size-5 text-act" />
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
          {t('checkout.promo_applied', { code: applied })}
        </span>
        <Button
          variant="link"
          onClick={() => {
            setText('')
            setOpen(false)
            promo.remove()
          }}
          aria-label={t('checkout.promo_remove_code', { code: applied })}
        >
          {t('checkout.promo_remove')}
        </Button>
      </p>
    )
  }
  if (!open && promo.code === '') {
    return (
      <p className="mt-2">
        <Button variant="link" aria-expanded={false} onClick={() => setOpen(true)}>
          {t('checkout.promo_open')}
        </Button>
      </p>
    )
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const code = readPromoCode(text)
    setEmpty(code === '')
    if (code !== '' && !isApplying) promo.apply(code)
  }
  return (
    <form onSubmit={apply} className="mt-4 grid gap-1.5">
      <Field
        label={t('checkout.promo')}
        id={id}
        error={isEmpty ? t('errors.fields.required') : isApplying ? undefined : promo.problem}
      >
        <span className="grid grid-cols-[1fr_auto] gap-2">
          <TextInput
            name="promo_code"
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={40}
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            className="uppercase"
          />
          <Button type="submit" variant="alt" size="md" busy={isApplying}>
            {t('checkout.promo_apply')}
          </Button>
        </span>
      </Field>
      <p>
        <Button
          variant="link"
          onClick={() => {
            setText('')
            setOpen(false)
            promo.remove()
          }}
        >
          {t('checkout.promo_without')}
        </Button>
      </p>
    </form>
  )
}
