import { useState } from 'react'
import type { FrontBranch, ItemDetails } from '#contract/catalogue/marketplace.ts'
import { ReplaceCartDialog } from '#web/features/cart/ReplaceCartDialog.tsx'
import { Stepper } from '#web/features/cart/Stepper.tsx'
import { ItemOptions } from '#web/features/catalogue/ItemOptions.tsx'
import { ItemPrice } from '#web/features/catalogue/ItemPrice.tsx'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useAddToCart } from './useAddToCart.ts'
import { useVariation } from './useVariation.ts'

interface ItemFormProps {
  item: ItemDetails
  branch: FrontBranch
}

/** The choices of an item with their prices, and the button that puts it into the cart. */
export function ItemForm({ item, branch }: ItemFormProps) {
  const { t } = useTranslation()
  const isHydrating = useHydrating()
  const variation = useVariation(item)
  const [extras, setExtras] = useState<readonly string[]>([])
  const [addons, setAddons] = useState<readonly string[]>([])
  const [quantity, setQuantity] = useState(1)
  const [note, setNote] = useState('')
  const adding = useAddToCart(item)
  const toggle = (list: readonly string[], id: string, isChosen: boolean) =>
    isChosen ? [...list, id] : list.filter((one) => one !== id)
  const offered = item.addons.filter(({ sold_out, is_from }) => !sold_out && !is_from)
  const add = (replace: boolean) =>
    adding.add({
      branch: branch.slug,
      item_id: item.id,
      ...(variation.chosen !== undefined && { variation_id: variation.chosen }),
      ...(extras.length > 0 && { extra_ids: [...extras] }),
      ...(note.trim() !== '' && { note: note.trim() }),
      ...(addons.length > 0 && { addons: addons.map((item_id) => ({ item_id, quantity: 1 })) }),
      quantity,
      replace,
    })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isHydrating) void add(false)
      }}
    >
      {item.attribute !== null && item.variations.length > 0 && (
        <RadioCards
          legend={item.attribute.name}
          name="variation_id"
          hint={variation.vehicle === undefined ? undefined : t('shop.by_vehicle', { vehicle: variation.vehicle })}
          error={variation.chosen === undefined ? adding.fieldError('variation_id') : undefined}
          cards={item.variations.map(({ id, name, price, old_price, sold_out }) => ({
            value: id,
            label: name,
            description: sold_out ? t('shop.sold_out') : undefined,
            disabled: sold_out,
            aside: <ItemPrice price={price} old_price={old_price} isStacked />,
          }))}
          value={variation.chosen}
          onChange={variation.choose}
        />
      )}
      {item.extras.length > 0 && (
        <ItemOptions
          legend={t('shop.extras')}
          options={item.extras}
          chosen={extras}
          onChange={(id, isChosen) => setExtras(toggle(extras, id, isChosen))}
        />
      )}
      {offered.length > 0 && (
        <ItemOptions
          legend={t('shop.addons')}
          options={offered}
          chosen={addons}
          onChange={(id, isChosen) => setAddons(toggle(addons, id, isChosen))}
        />
      )}
      {isHydrating ? (
        <Skeleton className="h-57 noscript:hidden" />
      ) : (
        <>
          <Field label={t('cart.note')} aside={t('common.optional')} error={adding.fieldError('note')}>
            <TextInput name="note" value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
          </Field>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span>
              <span className="block font-semibold">{t('cart.quantity')}</span>
              <span className="block text-sm text-ink-2">{t('cart.most', { count: item.max_per_order })}</span>
            </span>
            <Stepper label={t('cart.quantity')} value={quantity} most={item.max_per_order} onChange={setQuantity} />
          </div>
          {adding.failure !== undefined && <Notice tone="error">{adding.failure}</Notice>}
          <Button type="submit" wide busy={adding.isSending} disabled={item.sold_out}>
            {item.sold_out ? t('shop.sold_out') : t('cart.add')}
          </Button>
        </>
      )}
      {adding.isOtherBranch && <ReplaceCartDialog onReplace={() => add(true)} onClosed={adding.keepCart} />}
    </form>
  )
}
