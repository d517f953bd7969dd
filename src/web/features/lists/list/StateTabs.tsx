import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { formatNumber } from '#web/time/format.ts'
import { useDeskWords } from '../words.ts'
import type { ListAddress } from './useListAddress.ts'

interface StateTabsProps {
  list: DeskListDescription
  address: ListAddress
  counts: Record<string, number> | undefined
}

/**
 * The states of a list's records, each with its count over everything that the person may see. Within another record, which
 * shows its own rows alone, there are no counts.
 */
export function StateTabs({ list, address, counts }: StateTabsProps) {
  const { t, say, locale } = useDeskWords()
  const current = address.params['state'] ?? ''
  const shown = Object.keys(address.fixed).length === 0 ? counts : undefined
  const sum = shown === undefined ? undefined : Object.values(shown).reduce((all, one) => all + one, 0)
  const tabs = [
    { value: '', label: t('desk.all'), count: sum },
    ...(list.states ?? []).map((state) => ({
      value: state,
      label: say(`desk.lists.${areaOf(list.name)}.states.${state}`),
      count: shown?.[state],
    })),
  ]
  return (
    <div
      role="group"
      aria-label={say(`desk.lists.${areaOf(list.name)}.title`)}
      className="mb-3 flex gap-1 overflow-x-auto print:hidden"
    >
      {tabs.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={current === value}
          onClick={() => address.show({ state: value })}
          className="flex min-h-9 items-center gap-1.5 rounded-lg px-3 text-sm font-semibold whitespace-nowrap text-ink-2 hover:bg-card aria-pressed:bg-act-soft aria-pressed:text-act"
        >
          {label}
          {count !== undefined && <span className="font-normal tabular-nums">{formatNumber(count, locale)}</span>}
        </button>
      ))}
    </div>
  )
}
