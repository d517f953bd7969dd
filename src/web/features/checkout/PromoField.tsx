import { TicketPercent } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import type { Price } from './usePrice.ts'
import type { PromoCode } from './usePromo.ts'

interface PromoFieldProps {
  promo: PromoCode
  price: Pick<Price, 'held' | 'fresh' | 'waiting'>
}

/** A quiet line that opens a field; the code that counts, with the way to take it off again. */
export function PromoField({ promo, price }: PromoFieldProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState(promo.wanted)
  const id = useId()
  // The field takes the place of the button that opened it.
  useEffect(() => {
    if (open) document.getElementById(id)?.focus()
  }, [open, id])
  const granted = price.held?.quote.promo_code ?? undefined
  const asking = promo.asked !== '' && price.waiting

  if (granted !== undefined && promo.asked !== '' && price.fresh) {
    return (
      <p role="status" className="mt-4 flex flex-wrap items-center gap-x-3 rounded-md bg-sunk px-3.5 py-1.5">
        <TicketPercent aria-hidden="true" className="size-5 text-act" />
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
          {t('checkout.promo_applied', { code: granted })}
        </span>
        <Button
          variant="link"
          onClick={() => {
            setText('')
            setOpen(false)
            promo.remove()
          }}
          aria-label={t('checkout.promo_remove_code', { code: granted })}
        >
          {t('checkout.promo_remove')}
        </Button>
      </p>
    )
  }
  if (!open && promo.wanted === '') {
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
    const code = text.trim().toUpperCase()
    if (code !== '' && !asking) promo.ask(code)
  }
  return (
    <form onSubmit={apply} className="mt-4 grid gap-1.5">
      <Field label={t('checkout.promo')} id={id} error={asking ? undefined : promo.problem}>
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
          <Button type="submit" variant="alt" size="md" busy={asking}>
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
