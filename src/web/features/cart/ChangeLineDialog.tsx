import { type FormEvent, useState } from 'react'
import type { Cart, CartLine } from '#contract/cart/cart.ts'
import type { ItemDetails } from '#contract/catalogue/marketplace.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useFoundItem } from '#web/features/catalogue/api.ts'
import { ItemOptions } from '#web/features/catalogue/ItemOptions.tsx'
import { ItemPrice } from '#web/features/catalogue/ItemPrice.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { useCartChanges } from './api.ts'

interface ChangeLineDialogProps {
  line: CartLine
  branch: NonNullable<Cart['branch']>
  changes: ReturnType<typeof useCartChanges>
  onClosed: () => void
}

/** Changes the form and the extras of what is in the cart. A line that is then the same as another joins it. */
export default function ChangeLineDialog({ line, branch, changes, onClosed }: ChangeLineDialogProps) {
  const { t } = useTranslation()
  const found = useFoundItem([branch.slug], line.item.slug, { enabled: true })
  const [isSending, setSending] = useState(false)
  const title = t('cart.change_title', { item: line.item.name })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClosed()}
      title={title}
      closeLabel={t('common.close')}
      footer={
        <Button type="submit" form="cart-line" busy={isSending} disabled={found.data === undefined}>
          {t('cart.change_save')}
        </Button>
      }
    >
      {found.data !== undefined ? (
        <Choices item={found.data.item} line={line} changes={changes} onSending={setSending} onClosed={onClosed} />
      ) : found.error !== null ? (
        <Notice
          tone="error"
          action={
            <Button variant="alt" size="md" onClick={() => void found.refetch()}>
              {t('common.try_again')}
            </Button>
          }
        >
          {describeFailure(t, found.error)}
        </Notice>
      ) : (
        <Skeleton className="h-40 rounded-lg" aria-label={t('common.loading')} />
      )}
    </Dialog>
  )
}

interface ChoicesProps extends Pick<ChangeLineDialogProps, 'line' | 'changes' | 'onClosed'> {
  item: ItemDetails
  onSending: (isSending: boolean) => void
}

function Choices({ item, line, changes, onSending, onClosed }: ChoicesProps) {
  const { t } = useTranslation()
  const [variation, setVariation] = useState(line.variation?.id)
  // What is no longer offered goes with the change.
  const [extras, setExtras] = useState<readonly string[]>(() =>
    line.extras.map(({ id }) => id).filter((id) => item.extras.some((extra) => extra.id === id)),
  )
  const [failure, setFailure] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (changes.update.isPending) return
    onSending(true)
    setFailure(undefined)
    try {
      const body = { extra_ids: [...extras], ...(variation !== undefined && { variation_id: variation }) }
      await changes.update.mutateAsync({ id: line.id, body })
      onClosed()
    } catch (error) {
      setFailure(describeFailure(t, error))
    } finally {
      onSending(false)
    }
  }
  return (
    <form id="cart-line" noValidate onSubmit={submit} className="grid gap-5">
      {failure !== undefined && (
        <Notice tone="error" live>
          {failure}
        </Notice>
      )}
      {item.attribute !== null && item.variations.length > 0 && (
        <RadioCards
          legend={item.attribute.name}
          name="line_variation"
          cards={item.variations.map(({ id, name, price, old_price, sold_out }) => ({
            value: id,
            label: name,
            description: sold_out ? t('shop.sold_out') : undefined,
            disabled: sold_out && id !== line.variation?.id,
            aside: <ItemPrice price={price} old_price={old_price} isStacked />,
          }))}
          value={variation}
          onChange={setVariation}
        />
      )}
      {item.extras.length > 0 && (
        <ItemOptions
          legend={t('shop.extras')}
          options={item.extras}
          chosen={extras}
          onChange={(id, isChosen) => setExtras(isChosen ? [...extras, id] : extras.filter((extra) => extra !== id))}
        />
      )}
    </form>
  )
}
