import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { branchItemQuery, branchItemsQuery } from '../orders/phone/api.ts'
import type { Draft } from '../orders/phone/draft.ts'
import { ItemDialog } from '../orders/phone/ItemDialog.tsx'

interface ItemGridProps {
  branch: string
  /** The class of the vehicle that the work is for, which decides the variation. */
  vehicleClass: string | undefined
  onAdd: (line: Omit<Draft['lines'][number], 'key'>) => void
}

/** What the branch sells, as tiles: one press sells what has no choices, and asks for those of the rest. */
export function ItemGrid({ branch, vehicleClass, onAdd }: ItemGridProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string>()
  const { data, error } = useQuery(branchItemsQuery(branch, search))
  const choose = async (id: string) => {
    // What cannot be read here says so in the dialog.
    const item = await queries.fetchQuery(branchItemQuery(branch, id)).catch(() => undefined)
    const hasChoices = item === undefined || [item.variations, item.extras, item.addons].some((all) => all.length > 0)
    if (hasChoices) setChosen(id)
    else onAdd({ item, line: { item_id: id, quantity: 1 } })
  }
  return (
    <div className="grid gap-4">
      <Field label={t('desk.orders.phone.search_items')}>
        <TextInput
          type="search"
          value={search}
          maxLength={80}
          autoComplete="off"
          onChange={({ target }) => setSearch(target.value)}
        />
      </Field>
      {data === undefined && error !== null && <Notice tone="error">{describeFailure(site, error)}</Notice>}
      {data === undefined && error === null && <Skeleton className="h-64 rounded-xl" aria-label={t('desk.loading')} />}
      {data?.items.length === 0 && <p className="text-ink-2">{t('desk.orders.phone.no_items')}</p>}
      <ul className="grid max-h-[45dvh] grid-cols-2 gap-2 overflow-y-auto sm:grid-cols-3 lg:max-h-none xl:grid-cols-4">
        {data?.items.map(({ id, name, price, is_from, sold_out, paused_until }) => {
          const shown = formatMoney(price.amount, price.currency, locale)
          const isOut = sold_out || paused_until !== null
          return (
            <li key={id}>
              <button
                type="button"
                disabled={isOut}
                className="flex h-full min-h-18 w-full flex-col justify-between gap-1 rounded-xl border border-line bg-card p-3 text-start hover:border-act active:bg-act-soft disabled:text-ink-3"
                onClick={() => void choose(id)}
              >
                <span className="font-semibold wrap-anywhere">{name}</span>
                <span className="text-sm text-ink-2 tabular-nums">
                  {isOut
                    ? t('desk.orders.phone.sold_out')
                    : is_from
                      ? t('desk.orders.phone.from', { price: shown })
                      : shown}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {chosen !== undefined && (
        <ItemDialog
          branch={branch}
          id={chosen}
          vehicleClass={vehicleClass}
          onAdd={onAdd}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}
