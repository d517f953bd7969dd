import { type ReactElement, useState } from 'react'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { Popover } from '#web/ui/overlay/Popover.tsx'
import { useDeskWords } from '../words.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { OptionList } from './OptionList.tsx'
import { useFilterWords } from './useFilterWords.ts'
import type { ListAddress } from './useListAddress.ts'

export interface FilterPopoverProps {
  trigger: ReactElement<Record<string, unknown>>
  list: DeskListDescription
  address: ListAddress
  /** The filters to choose from; a single filter is edited straight away. */
  names: readonly string[]
  /** Removes the filter that was emptied, and moves the focus. */
  onEmptied?: () => void
}

/** Opens when it is mounted. Large, so ListFilters loads it on demand. */
export function FilterPopover({ trigger, list, address, names, onEmptied }: FilterPopoverProps) {
  const { t } = useDeskWords()
  const { labelOf } = useFilterWords(list)
  const [isOpen, setIsOpen] = useState(true)
  const single = names.length === 1 ? names[0] : undefined
  const apply = (change: Record<string, string>) => {
    setIsOpen(false)
    if (onEmptied !== undefined && Object.values(change).every((value) => value === '')) onEmptied()
    else address.show(change)
  }
  return (
    <Popover
      trigger={trigger}
      open={isOpen}
      onOpenChange={setIsOpen}
      label={single === undefined ? t('desk.filter.add') : labelOf(single)}
    >
      {single === undefined ? (
        <FilterChoice list={list} address={address} names={names} onApply={apply} />
      ) : (
        <FilterEditor list={list} name={single} params={address.params} onApply={apply} />
      )}
    </Popover>
  )
}

interface FilterChoiceProps extends Pick<FilterPopoverProps, 'list' | 'address' | 'names'> {
  onApply: (change: Record<string, string>) => void
}

/** First the filters, then the editor of the chosen filter. */
function FilterChoice({ list, address, names, onApply }: FilterChoiceProps) {
  const { t } = useDeskWords()
  const { labelOf, describe } = useFilterWords(list)
  const [chosen, setChosen] = useState<string>()
  if (chosen !== undefined) return <FilterEditor list={list} name={chosen} params={address.params} onApply={onApply} />
  return (
    <OptionList
      label={t('desk.filters')}
      options={names.map((name) => ({ value: name, label: labelOf(name), aside: describe(name, address.params) }))}
      findLabel={t('desk.filter.find')}
      onChoose={setChosen}
    />
  )
}
