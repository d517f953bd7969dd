import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { cx } from './cx.ts'
import { useField } from './Field.tsx'
import { Spinner } from './Spinner.tsx'

export interface ComboboxGroup<Item> {
  heading?: ReactNode
  items: readonly Item[]
}

interface ComboboxProps<Item> {
  /** What stands in the box. */
  text: string
  onTextChange: (text: string) => void
  groups: readonly ComboboxGroup<Item>[]
  itemKey: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  /** The item was chosen; the caller puts its text into the box. */
  onChoose: (item: Item) => void
  /** Enter with no item under the cursor. Left out, the form around it submits. */
  onEnter?: () => void
  /** The name of the list, for a screen reader. */
  listLabel: string
  /** Told as the list changes: '5 places', 'Nothing found', 'Searching'. Shown when there is no item. */
  status?: string
  loading?: boolean
  /** Opens on focus, before anything is typed: for places seen lately. */
  openOnFocus?: boolean
  /** Without a box of its own, where the row around it is the box. */
  bare?: boolean
  placeholder?: string
  name?: string
  /** Its name where no Field gives one. */
  'aria-label'?: string
  before?: ReactNode
  after?: ReactNode
  ref?: Ref<HTMLInputElement>
  className?: string
}

/** A text box with suggestions: the ARIA combobox pattern, options from outside as they come. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { text, groups, itemKey, renderItem, onChoose, status, loading, openOnFocus, bare, before, after } = props
  const field = useField()
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const items = groups.flatMap((group) => group.items)
  const keys = items.map(itemKey).join('\n')
  useEffect(() => setActive(-1), [keys])

  const shown = open && (items.length > 0 || (status !== undefined && text.trim() !== ''))
  const optionId = (index: number) => `${listId}-${index}`

  const move = (by: number) => {
    setOpen(true)
    if (items.length === 0) return
    // One place more than there are items: between the last and the first the box itself has its turn.
    const places = items.length + 1
    const next = ((active + 1 + by + places) % places) - 1
    setActive(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  const choose = (item: Item) => {
    setOpen(false)
    setActive(-1)
    onChoose(item)
  }

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const item = shown ? items[active] : undefined
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp' && event.altKey) setOpen(false)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && item !== undefined) choose(item)
    else if (event.key === 'Enter' && props.onEnter) {
      setOpen(false)
      props.onEnter()
    } else if (event.key === 'Escape' && shown) setOpen(false)
    else return
    event.preventDefault()
    // A dialog around it must not close with the list.
    event.stopPropagation()
  }

  let position = -1
  return (
    <div className={cx('relative', props.className)}>
      <span className={bare ? 'flex items-center gap-3' : 'field-box flex items-center gap-3 py-0'} data-invalid={field['aria-invalid']}>
        {before && <span className="shrink-0 text-ink-2 [&_svg]:size-5.5">{before}</span>}
        <input
          ref={props.ref}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-activedescendant={shown && active >= 0 ? optionId(active) : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          {...field}
          aria-label={props['aria-label']}
          name={props.name}
          placeholder={props.placeholder}
          value={text}
          onChange={(event) => {
            setOpen(true)
            props.onTextChange(event.target.value)
          }}
          onFocus={(event) => {
            event.target.select()
            if (openOnFocus) setOpen(true)
          }}
          onClick={() => setOpen(openOnFocus || text !== '')}
          onBlur={() => setOpen(false)}
          onKeyDown={handleKey}
          className={cx('w-full min-w-0 flex-1 truncate bg-transparent text-md outline-none', bare ? 'min-h-11 font-semibold' : 'min-h-12')}
        />
        {loading && <Spinner className="text-ink-3" />}
        {after}
      </span>
      {shown && (
        <div
          // Keeps the focus in the box, so that a press does not close the list before it counts.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-40 mt-2 max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain rounded-xl border border-line bg-card p-1.5 shadow-float"
        >
          <div id={listId} role="listbox" aria-label={props.listLabel}>
            {groups.map((group, groupIndex) => (
              <div key={groupIndex} role="group" aria-labelledby={group.heading ? `${listId}-group-${groupIndex}` : undefined}>
                {group.heading && (
                  <div id={`${listId}-group-${groupIndex}`} className="px-3 pt-2 pb-1 text-xs font-semibold text-ink-3">
                    {group.heading}
                  </div>
                )}
                {group.items.map((item) => {
                  const index = ++position
                  return (
                    <div
                      key={itemKey(item)}
                      id={optionId(index)}
                      role="option"
                      aria-selected={index === active}
                      onPointerMove={() => setActive(index)}
                      onClick={() => choose(item)}
                      className={cx('flex min-h-12 cursor-pointer items-center rounded-md px-3 py-2', index === active && 'bg-act-soft')}
                    >
                      {renderItem(item)}
                    </div>
                  )
                })}
              </div>
            ))}
          </div>
          {items.length === 0 && <p className="px-3 py-2.5 text-ink-2">{status}</p>}
        </div>
      )}
      <span className="sr-only" role="status">
        {shown ? status : ''}
      </span>
    </div>
  )
}
