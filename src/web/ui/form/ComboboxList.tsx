import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export interface ComboboxGroup<Item> {
  heading?: ReactNode
  items: readonly Item[]
}

interface ComboboxListProps<Item> {
  id: string
  label: string
  groups: readonly ComboboxGroup<Item>[]
  itemKey: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  activeKey: string | undefined
  onPoint: (key: string) => void
  onChoose: (item: Item) => void
  /** Stands in the place of the items when there is none. */
  emptyText: string | undefined
}

export const optionId = (listId: string, key: string) => `${listId}-${encodeURIComponent(key)}`

/** The suggestions under a Combobox. The focus stays in its box, which also takes the keys. */
export function ComboboxList<Item>(props: ComboboxListProps<Item>) {
  const { id, groups, itemKey, renderItem, activeKey, onPoint, onChoose } = props
  const empty = groups.every((group) => group.items.length === 0)
  return (
    <div
      role="presentation"
      // A press must not take the focus out of the box: the list would close before the press counts.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-40 mt-2 rounded-xl border border-line bg-card p-1.5 text-ink shadow-float"
    >
      <div
        id={id}
        role="listbox"
        aria-label={props.label}
        className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain"
      >
        {groups.map((group, index) => (
          <div key={index} role="group" aria-labelledby={group.heading ? `${id}-group-${index}` : undefined}>
            {group.heading && group.items.length > 0 && (
              <div id={`${id}-group-${index}`} className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-3">
                {group.heading}
              </div>
            )}
            {group.items.map((item) => {
              const key = itemKey(item)
              return (
                // The input keeps the focus and has the keys (aria-activedescendant); an option takes the pointer alone.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={key}
                  id={optionId(id, key)}
                  role="option"
                  aria-selected={key === activeKey}
                  onPointerMove={() => onPoint(key)}
                  onClick={() => onChoose(item)}
                  className={cx(
                    'flex min-h-12 cursor-pointer items-center rounded-md px-3 py-2',
                    key === activeKey && 'bg-act-soft',
                  )}
                >
                  {renderItem(item)}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {empty && <p className="px-3 py-2.5 text-ink-2">{props.emptyText}</p>}
    </div>
  )
}
