import { ListFilter, Map as MapIcon, type LucideIcon } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { DeskListName } from '#contract/desk/screens.ts'
import { type DeskKey, useDeskWords, useWholeWords } from '#web/features/lists/words.ts'
import { lazyPanel } from '#web/page/lazyPart.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const ParkListMap = lazyPanel(async () => (await import('./ParkListMap.tsx')).ParkListMap)
const ParkCities = lazyPanel(async () => (await import('./ParkCities.tsx')).ParkCities)
const ReportMap = lazyPanel(async () => (await import('./ReportMap.tsx')).ReportMap)

interface View {
  /** In the address, so that a link shows the same view. */
  name: string
  icon: LucideIcon
  /** The labels of its button. */
  show: DeskKey
  hide: DeskKey
  Shown: ComponentType
}

const mapOf = (Shown: ComponentType): View => ({
  name: 'map',
  icon: MapIcon,
  show: 'desk.map.show',
  hide: 'desk.map.hide',
  Shown,
})

/** What stands above a list besides its rows, in the order in which it is shown. */
const views: Partial<Record<DeskListName, readonly View[]>> = {
  parks: [
    { name: 'cities', icon: ListFilter, show: 'desk.map.show_cities', hide: 'desk.map.hide_cities', Shown: ParkCities },
    mapOf(ParkListMap),
  ],
  'park-reports': [mapOf(ReportMap)],
}

/** The cities and the map of a list, once they are asked for; nothing for a list without them. */
export function ListMap({ list }: { list: DeskListName }) {
  const { t } = useDeskWords()
  const [search, setSearch] = useSearchParams()
  const own = views[list] ?? []
  const shown = own.filter(({ name }) => search.has(name))
  const { isWhole } = useWholeWords(shown.length > 0)
  if (own.length === 0) return null
  const toggle = (name: string) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (before.has(name)) next.delete(name)
      else next.set(name, '1')
      return next
    })
  const waiting = <Skeleton className="h-80 w-full rounded-xl lg:h-100" aria-label={t('desk.loading')} />
  return (
    <div className="mb-3 grid grid-cols-1 gap-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        {own.map(({ name, icon: Icon, show, hide }) => (
          <Button key={name} variant="outline" size="sm" aria-expanded={search.has(name)} onClick={() => toggle(name)}>
            <Icon aria-hidden="true" className="size-4.5" />
            {t(search.has(name) ? hide : show)}
          </Button>
        ))}
      </div>
      {shown.map(({ name, Shown }) =>
        isWhole ? (
          <Suspense key={name} fallback={waiting}>
            <Shown />
          </Suspense>
        ) : (
          <div key={name}>{waiting}</div>
        ),
      )}
    </div>
  )
}
