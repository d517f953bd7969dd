import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ItemDetails } from '#contract/catalogue/marketplace.ts'
import { describeFailure } from '#web/api/failures.ts'
import { Stepper } from '#web/features/cart/Stepper.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { branchItemQuery } from './api.ts'
import type { Draft, DraftLine } from './draft.ts'

interface ItemDialogProps {
  branch: string
  id: string
  vehicleClass: string | undefined
  onAdd: (line: Omit<Draft['lines'][number], 'key'>) => void
  onClose: () => void
}

/** The choices of an item, which is then added to the order. */
export function ItemDialog({ branch, id, vehicleClass, onAdd, onClose }: ItemDialogProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { data: item, error } = useQuery(branchItemQuery(branch, id))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={item?.name ?? t('desk.loading')}
      closeLabel={t('desk.close')}
      size="md"
      footer={
        <Button type="submit" form="phone-item" size="md" disabled={item === undefined}>
          {t('desk.orders.phone.add_item')}
        </Button>
      }
    >
      {item !== undefined ? (
        <Choices
          item={item}
          vehicleClass={vehicleClass}
          onChosen={(line) => {
            onAdd({ item, line })
            onClose()
          }}
        />
      ) : error === null ? (
        <Skeleton className="h-40 rounded-xl" aria-label={t('desk.loading')} />
      ) : (
        <Notice tone="error">{describeFailure(site, error)}</Notice>
      )}
    </Dialog>
  )
}

interface ChoicesProps {
  item: ItemDetails
  vehicleClass: string | undefined
  onChosen: (line: DraftLine) => void
}

function Choices({ item, vehicleClass, onChosen }: ChoicesProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const ofVehicle =
    item.attribute?.is_vehicle_class === true
      ? item.variations.find(({ code, sold_out }) => code === vehicleClass && !sold_out)?.id
      : undefined
  const [variation, setVariation] = useState(ofVehicle)
  const [extras, setExtras] = useState<readonly string[]>([])
  const [addons, setAddons] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [isMissing, setMissing] = useState(false)
  const toggle = (list: readonly string[], text: string, isChosen: boolean) =>
    isChosen ? [...list, text] : list.filter((other) => other !== text)
  const money = ({ amount, currency }: ItemDetails['price']) => formatMoney(amount, currency, locale)
  const offered = item.addons.filter(({ sold_out, is_from }) => !sold_out && !is_from)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (item.variations.length > 0 && variation === undefined) {
      setMissing(true)
      return
    }
    onChosen({
      item_id: item.id,
      quantity,
      ...(variation !== undefined && { variation_id: variation }),
      ...(extras.length > 0 && { extra_ids: [...extras] }),
      ...(addons.length > 0 && { addons: addons.map((item_id) => ({ item_id, quantity: 1 })) }),
      ...(note.trim() !== '' && { note: note.trim() }),
    })
  }
  const options = [
    { legend: t('desk.orders.phone.extras'), all: item.extras, chosen: extras, set: setExtras },
    { legend: t('desk.orders.phone.addons'), all: offered, chosen: addons, set: setAddons },
  ].filter(({ all }) => all.length > 0)
  return (
    <form id="phone-item" noValidate onSubmit={submit} className="grid gap-4">
      {item.attribute !== null && item.variations.length > 0 && (
        <RadioCards
          legend={item.attribute.name}
          name="variation"
          error={isMissing && variation === undefined ? site('errors.fields.required') : undefined}
          cards={item.variations.map(({ id, name, price, sold_out }) => ({
            value: id,
            label: name,
            description: sold_out ? t('desk.orders.phone.sold_out') : undefined,
            disabled: sold_out,
            aside: <span className="font-bold tabular-nums">{money(price)}</span>,
          }))}
          value={variation}
          onChange={setVariation}
        />
      )}
      {options.map(({ legend, all, chosen, set }) => (
        <fieldset key={legend}>
          <legend className="mb-1 text-base font-semibold">{legend}</legend>
          {all.map(({ id, name, price }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={({ target }) => set(toggle(chosen, id, target.checked))}
              label={`${name} · ${money(price)}`}
            />
          ))}
        </fieldset>
      ))}
      <Field label={t('desk.orders.phone.note')} aside={site('common.optional')}>
        <TextInput value={note} maxLength={200} autoComplete="off" onChange={({ target }) => setNote(target.value)} />
      </Field>
      <div className="flex items-center justify-between gap-4">
        <span className="font-semibold">{t('desk.orders.phone.quantity')}</span>
        <Stepper
          label={t('desk.orders.phone.quantity')}
          value={quantity}
          most={Math.min(item.max_per_order, 99)}
          onChange={setQuantity}
        />
      </div>
    </form>
  )
}
