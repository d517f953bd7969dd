import type { ItemDetails } from '#contract/catalogue/marketplace.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { ItemPrice } from './ItemPrice.tsx'

interface ItemOptionsProps {
  legend: string
  options: readonly Pick<ItemDetails['extras'][number], 'id' | 'name' | 'price'>[]
  chosen: readonly string[]
  onChange: (id: string, isChosen: boolean) => void
}

/** What can be added, each with its price. */
export function ItemOptions({ legend, options, chosen, onChange }: ItemOptionsProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-base font-semibold">{legend}</legend>
      {options.map(({ id, name, price }) => (
        <Checkbox
          key={id}
          value={id}
          checked={chosen.includes(id)}
          onChange={({ target }) => onChange(id, target.checked)}
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
  )
}
