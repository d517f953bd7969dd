import { type ReactNode, useState, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { addCartLine } from '#contract/cart/cart.ts'
import type { FrontBranch, ItemDetails } from '#contract/catalogue/marketplace.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useCartChanges } from '#web/features/cart/api.ts'
import { ReplaceCartDialog } from '#web/features/cart/ReplaceCartDialog.tsx'
import { Stepper } from '#web/features/cart/Stepper.tsx'
import { ItemOptions } from '#web/features/catalogue/ItemOptions.tsx'
import { ItemPrice, type ItemPriceProps } from '#web/features/catalogue/ItemPrice.tsx'
import { calculateItemTotal } from '#web/features/catalogue/itemTotal.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

interface ItemFormProps {
  item: ItemDetails
  branch: FrontBranch
  /** What stands above the choices, with the price of what is chosen. */
  head: (price: ItemPriceProps) => ReactNode
}

/** The choices of an item with their prices, and the button that puts it into the cart. */
export function ItemForm({ item, branch, head }: ItemFormProps) {
  const { t, locale } = useTranslation()
  const isHydrating = useHydrating()
  const variation = useVariation(item)
  const [extras, setExtras] = useState<readonly string[]>([])
  const [addons, setAddons] = useState<readonly string[]>([])
  const [quantity, setQuantity] = useState(1)
  const [note, setNote] = useState('')
  const adding = useAddToCart(item)
  const toggle = (list: readonly string[], id: string, isChosen: boolean) =>
    isChosen ? [...list, id] : list.filter((candidate) => candidate !== id)
  const offered = item.addons.filter(({ sold_out, is_from }) => !sold_out && !is_from)
  const { unit, total } = calculateItemTotal(item, {
    variation_id: variation.chosen,
    extra_ids: extras,
    addon_ids: addons,
    quantity,
  })
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
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isHydrating) void add(false)
      }}
    >
      {head(unit)}
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
          <ActionBar inCard>
            <Button type="submit" wide busy={adding.isSending} disabled={item.sold_out}>
              {item.sold_out
                ? t('shop.sold_out')
                : total === undefined
                  ? t('cart.add')
                  : t('cart.add_for', { amount: formatMoney(total.amount, total.currency, locale) })}
            </Button>
          </ActionBar>
        </>
      )}
      {adding.isOtherBranch && <ReplaceCartDialog onReplace={() => add(true)} onClosed={adding.storeCart} />}
    </form>
  )
}

type Body = BodyOf<typeof addCartLine>

/** Puts an item into the cart. A request that got no answer is repeated under its own key, so that it counts once. */
function useAddToCart({ name }: Pick<ItemDetails, 'name'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { add: adding } = useCartChanges()
  const [isOtherBranch, setOtherBranch] = useState(false)
  const last = useRef<{ sent: string; retryKey: string }>(undefined)
  const { error } = adding
  const problems = error instanceof CallError ? (error.problem?.errors ?? []) : []
  const fieldError = (field: string) => problems.find((problem) => problem.field === field)?.message
  const add = async (body: Body) => {
    if (adding.isPending) return
    const sent = JSON.stringify(body)
    const retryKey = last.current?.sent === sent ? last.current.retryKey : crypto.randomUUID()
    last.current = { sent, retryKey }
    setOtherBranch(false)
    try {
      await adding.mutateAsync({ body, retryKey })
      last.current = undefined
      toast(t('cart.added', { item: name }), {
        action: { label: t('cart.open'), run: () => void navigate(paths.cart()) },
      })
    } catch (failure) {
      if (failure instanceof CallError && failure.status !== 0) last.current = undefined
      setOtherBranch(failure instanceof CallError && failure.code === 'cart_other_branch')
    }
  }
  const hasField = ['variation_id', 'note'].some((field) => fieldError(field) !== undefined)
  return {
    add,
    fieldError,
    isSending: adding.isPending,
    /** The cart has items of another branch, and adding this one would start a new cart. */
    isOtherBranch,
    storeCart: () => {
      setOtherBranch(false)
      adding.reset()
    },
    failure:
      error === null || isOtherBranch || hasField ? undefined : (problems[0]?.message ?? describeFailure(t, error)),
  }
}

type Choice = Pick<ItemDetails, 'variations' | 'attribute'>

/** The chosen variation of an item: by default that of the class of the saved default vehicle, if it has one. */
function useVariation(item: Choice) {
  const isHydrating = useHydrating()
  const { data: vehicles } = useVehicles()
  const { data: types } = useVehicleTypes()
  const [chosen, choose] = useState<string>()
  const vehicle = isHydrating || item.attribute?.is_vehicle_class !== true ? undefined : findDefault(vehicles ?? [])
  const vehicleClass = types?.find(({ id }) => id === vehicle?.vehicle_type_id)?.vehicle_class
  const own = item.variations.find(({ code, sold_out }) => code === vehicleClass && !sold_out)
  return {
    /** Undefined before a choice. */
    chosen: chosen ?? own?.id,
    choose,
    /** What the default follows. */
    vehicle: own === undefined || (chosen !== undefined && chosen !== own.id) ? undefined : vehicle?.plate,
  }
}

const findDefault = (vehicles: readonly Vehicle[]): Vehicle | undefined =>
  vehicles.find(({ is_default }) => is_default) ?? vehicles[0]
