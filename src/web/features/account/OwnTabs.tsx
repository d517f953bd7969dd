import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { readPageNumber } from '#web/page/pageNumber.ts'
import { Tabs } from '#web/ui/Tabs.tsx'

interface OwnTabsProps<Tab extends string> {
  /** Accessible name of the tabs. */
  label: string
  /** The first is shown where the address names none. */
  tabs: readonly [Tab, ...Tab[]]
  nameOf: (tab: Tab) => string
  pathOf: (query: { tab: Tab | undefined; page: number | undefined }) => string
  /** The list of a tab at a page, with the addresses of its other pages. */
  children: (tab: Tab, page: number, hrefFor: (page: number) => string) => ReactNode
}

/** The tab that the address names, of an account's own bookings, orders or requests. */
export function useOwnTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): Tab {
  const [search] = useSearchParams()
  return tabs.find((name) => name === search.get('tab')) ?? tabs[0]
}

/** Tabs of an account's own bookings, orders or requests. The address names tab and page. */
export function OwnTabs<Tab extends string>({ label, tabs, nameOf, pathOf, children }: OwnTabsProps<Tab>) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const page = readPageNumber(search)
  const addressOf = (tab: Tab, at = 1) =>
    pathOf({ tab: tab === tabs[0] ? undefined : tab, page: at === 1 ? undefined : at })
  return (
    <div className="pb-10">
      <Tabs
        label={label}
        value={useOwnTab(tabs)}
        onChange={(next) => void navigate(addressOf(next))}
        tabs={tabs.map((value) => ({
          value,
          label: nameOf(value),
          panel: children(value, page, (at) => addressOf(value, at)),
        }))}
      />
    </div>
  )
}
