import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { branchItemsQuery } from './api.ts'
import type { Draft } from './draft.ts'
import { ItemDialog } from './ItemDialog.tsx'

interface ItemPickerProps {
  branch: string
  /** What is looked for at first. */
  first?: string
  /** The class of the vehicle that the work is for, which decides the variation. */
  vehicleClass: string | undefined
  onAdd: (line: Omit<Draft['lines'][number], 'key'>) => void
}

/** What the branch sells; a chosen item opens with its variations, extras and addons. */
export function ItemPicker({ branch, first = '', vehicleClass, onAdd }: ItemPickerProps) {
  const { t, labelled, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const [search, setSearch] = useState(first)
  const [chosen, setChosen] = useState<string>()
  const { data, error } = useQuery(branchItemsQuery(branch, search))
  return (
    <div className="grid gap-3">
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
      {data === undefined && error === null && <Skeleton className="h-40 rounded-xl" aria-label={t('desk.loading')} />}
      {data?.items.length === 0 && <p className="text-ink-2">{t('desk.orders.phone.no_items')}</p>}
      <ul className="grid max-h-96 content-start overflow-y-auto">
        {data?.items.map(({ id, name, price, is_from, sold_out, paused_until }) => {
          const shown = formatMoney(price.amount, price.currency, locale)
          const isOut = sold_out || paused_until !== null
          return (
            <li key={id} className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0">
              <span className="min-w-0 wrap-anywhere">
                {name}
                <span className="block text-sm text-ink-2 tabular-nums">
                  {is_from ? t('desk.orders.phone.from', { price: shown }) : shown}
                </span>
              </span>
              <Button
                variant="outline"
                size="md"
                disabled={isOut}
                aria-label={labelled(t(isOut ? 'desk.orders.phone.sold_out' : 'desk.orders.phone.choose'), name)}
                onClick={() => setChosen(id)}
              >
                {isOut ? t('desk.orders.phone.sold_out') : t('desk.orders.phone.choose')}
              </Button>
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
