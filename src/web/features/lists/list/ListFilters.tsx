import { ListFilter } from 'lucide-react'
import { cloneElement, lazy, type Ref, type RefObject, Suspense, useRef } from 'react'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { useOpening } from '#web/page/useOpening.ts'
import { Button } from '#web/ui/Button.tsx'
import { RemovableChip } from '#web/ui/Chip.tsx'
import { useDeskWords } from '../words.ts'
import type { FilterPopoverProps } from './FilterPopover.tsx'
import { addressNamesOf, useFilterWords } from './useFilterWords.ts'
import type { ListAddress } from './useListAddress.ts'

const loadPopover = () => import('./FilterPopover.tsx')
const FilterPopover = lazy(async () => ({ default: (await loadPopover()).FilterPopover }))

interface ListFiltersProps {
  list: DeskListDescription
  address: ListAddress
}

/** The filters that can be set where the list stands. */
const findNames = ({ filters }: DeskListDescription, { fixed }: ListAddress): string[] =>
  Object.keys(filters).filter((name) => !(name in fixed))

/** A change of the address that removes filters. */
const emptyAll = ({ filters }: DeskListDescription, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => addressNamesOf(name, filters[name]!).map((key) => [key, ''])))

/** The button that adds a filter, where the list has any. */
export function AddFilter({ list, address, ref }: ListFiltersProps & { ref: Ref<HTMLButtonElement> }) {
  const { t } = useDeskWords()
  const names = findNames(list, address)
  if (names.length === 0) return null
  return (
    <FilterButton
      list={list}
      address={address}
      names={names}
      trigger={
        <Button ref={ref} variant="outline" size="md" className="max-sm:px-3">
          <ListFilter aria-hidden="true" className="size-4.5" />
          <span className="max-sm:sr-only">{t('desk.filter.add')}</span>
        </Button>
      }
    />
  )
}

/** The filters that are set, each as a chip that opens its editor. `addButton` gets the focus when there are no more. */
export function FilterChips({
  list,
  address,
  addButton,
}: ListFiltersProps & { addButton: RefObject<HTMLButtonElement | null> }) {
  const { t, labelled } = useDeskWords()
  const { labelOf, describe } = useFilterWords(list)
  const chips = useRef<HTMLUListElement>(null)
  const shown = findNames(list, address).flatMap((name) => {
    const value = describe(name, address.params)
    return value === undefined ? [] : [{ name, value }]
  })
  if (shown.length === 0) return null
  const remove = (name: string, at: number) => {
    const next = chips.current?.children[at + 1]?.querySelector('button')
    ;(next ?? addButton.current)?.focus()
    address.show(emptyAll(list, [name]))
  }
  const clear = () => {
    addButton.current?.focus()
    address.show(emptyAll(list, findNames(list, address)))
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul ref={chips} aria-label={t('desk.filters')} className="contents">
        {shown.map(({ name, value }, at) => (
          <li key={name} className="max-w-full min-w-0">
            <RemovableChip
              removeLabel={t('desk.filter.remove', { name: labelOf(name) })}
              onRemove={() => remove(name, at)}
            >
              <FilterButton
                list={list}
                address={address}
                names={[name]}
                onEmptied={() => remove(name, at)}
                trigger={
                  <button
                    type="button"
                    className="-ml-3.5 flex min-h-9 min-w-0 items-center rounded-full pl-3.5 touch:min-h-11"
                  >
                    <span className="line-clamp-2 text-left wrap-anywhere whitespace-normal">
                      {labelled(labelOf(name), value)}
                    </span>
                  </button>
                }
              />
            </RemovableChip>
          </li>
        ))}
      </ul>
      {shown.length > 1 && (
        <Button variant="ghost" size="sm" onClick={clear}>
          {t('desk.filter.clear')}
        </Button>
      )}
    </div>
  )
}

/** A button whose filters are loaded when the pointer or the focus reaches it, and open on the first press. */
function FilterButton(props: FilterPopoverProps) {
  const { isOpened, preload, open } = useOpening(loadPopover)
  const plain = cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: open,
  })
  if (!isOpened) return plain
  return (
    <Suspense fallback={plain}>
      <FilterPopover {...props} />
    </Suspense>
  )
}
