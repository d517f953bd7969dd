import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { type ComboboxGroup, ComboboxList, optionId } from './ComboboxList.tsx'
import { cx } from '#web/ui/cx.ts'
import { useField } from './Field.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

interface ComboboxProps<Item> {
  /** What stands in the box. */
  text: string
  onTextChange: (text: string) => void
  groups: readonly ComboboxGroup<Item>[]
  itemKey: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  /** The item was chosen; the caller puts its text into the box. */
  onChoose: (item: Item) => void
  /** Delete with the item under the cursor: for what a person can take away. */
  onRemove?: ((item: Item) => void) | undefined
  /** Enter with no item under the cursor. Left out, the form around it submits. */
  onEnter?: () => void
  /** The name of the list, for a screen reader. */
  listLabel: string
  /** Told as the list changes: '5 places', 'Nothing found', 'Searching'. Shown when there is no item. */
  status?: string | undefined
  loading?: boolean
  /** Opens on focus, before anything is typed: for places seen lately. */
  openOnFocus?: boolean
  /** Without a box of its own, where the row around it is the box and shows the focus. */
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
export function Combobox<Item>({
  text,
  onTextChange,
  groups,
  itemKey,
  renderItem,
  onChoose,
  onRemove,
  onEnter,
  listLabel,
  status,
  loading,
  openOnFocus = false,
  bare,
  placeholder,
  name,
  'aria-label': label,
  before,
  after,
  ref,
  className,
}: ComboboxProps<Item>) {
  const field = useField()
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [activeKey, setActiveKey] = useState<string>()

  const items = groups.flatMap((group) => group.items)
  const active = items.findIndex((item) => itemKey(item) === activeKey)
  const shown = open && (items.length > 0 || (status !== undefined && text.trim() !== ''))

  const close = () => {
    setOpen(false)
    setActiveKey(undefined)
  }

  const move = (by: number) => {
    setOpen(true)
    // One place more than there are items: between the last and the first the box itself has its turn.
    const places = items.length + 1
    const next = items[((active + 1 + by + places) % places) - 1]
    const key = next === undefined ? undefined : itemKey(next)
    setActiveKey(key)
    if (key !== undefined) document.getElementById(optionId(listId, key))?.scrollIntoView({ block: 'nearest' })
  }

  const choose = (item: Item) => {
    close()
    onChoose(item)
  }

  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const item = shown ? items[active] : undefined
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp' && event.altKey) close()
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && item !== undefined) choose(item)
    else if (event.key === 'Delete' && item !== undefined && onRemove) onRemove(item)
    else if (event.key === 'Enter' && onEnter) {
      close()
      onEnter()
    } else if (event.key === 'Escape' && shown) close()
    else return
    event.preventDefault()
    // A dialog around it must not close with the list.
    event.stopPropagation()
  }

  return (
    <div className={cx('relative', className)}>
      <span className={cx('flex items-center gap-3', !bare && 'field-box py-0')} data-invalid={field['aria-invalid']}>
        {before && <span className="shrink-0 text-ink-2 [&_svg]:size-5.5">{before}</span>}
        <input
          ref={ref}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-activedescendant={
            shown && activeKey !== undefined && active >= 0 ? optionId(listId, activeKey) : undefined
          }
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          {...field}
          aria-label={label}
          name={name}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            setOpen(true)
            setActiveKey(undefined)
            onTextChange(event.target.value)
          }}
          onFocus={(event) => {
            event.target.select()
            if (openOnFocus) setOpen(true)
          }}
          onClick={() => setOpen(openOnFocus || text !== '')}
          onBlur={close}
          onKeyDown={handleKey}
          className={cx(
            'w-full min-w-0 flex-1 truncate bg-transparent text-md outline-none',
            bare ? 'min-h-11 font-semibold' : 'min-h-12',
          )}
        />
        {loading && <Spinner className="text-ink-3" />}
        {after}
      </span>
      {shown && (
        <ComboboxList
          id={listId}
          label={listLabel}
          groups={groups}
          itemKey={itemKey}
          renderItem={renderItem}
          activeKey={activeKey}
          onPoint={setActiveKey}
          onChoose={choose}
          emptyText={status}
        />
      )}
      <span className="sr-only" role="status">
        {shown ? status : ''}
      </span>
    </div>
  )
}
