import { useState } from 'react'
import type { FrontBranch, ItemDetails } from '#contract/marketplace.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { menuPath } from './address.ts'
import { ItemPrice } from './ItemPrice.tsx'
import { useVariation } from './useVariation.ts'

interface ItemFormProps {
  item: ItemDetails
  branch: FrontBranch
}

/** The choices of an item with their prices: its variation, its extras, and how to order it. */
export function ItemForm({ item, branch }: ItemFormProps) {
  const { t } = useTranslation()
  const variation = useVariation(item)
  const [extras, setExtras] = useState<readonly string[]>([])
  return (
    <div className="grid gap-5">
      {item.attribute !== null && item.variations.length > 0 && (
        <RadioCards
          legend={item.attribute.name}
          hint={variation.vehicle === undefined ? undefined : t('shop.by_vehicle', { vehicle: variation.vehicle })}
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
        <fieldset>
          <legend className="mb-1 text-base font-semibold">{t('shop.extras')}</legend>
          {item.extras.map(({ id, name, price }) => (
            <Checkbox
              key={id}
              name="extras"
              value={id}
              checked={extras.includes(id)}
              onChange={({ target }) =>
                setExtras(target.checked ? [...extras, id] : extras.filter((one) => one !== id))
              }
              label={
                <span className="flex flex-wrap justify-between gap-x-3">
                  {name}
                  <ItemPrice price={price} old_price={null} />
                </span>
              }
              className="[&_label>span:last-child]:flex-1"
            />
          ))}
        </fieldset>
      )}
      <ButtonLink to={`${menuPath({ branch: branch.slug })}#ask`} variant="outline" wide>
        {t('shop.request')}
      </ButtonLink>
    </div>
  )
}
