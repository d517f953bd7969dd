import { Map as MapIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { DeskListName } from '#contract/desk/screens.ts'
import { useDeskWords, useWholeWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const ParkListMap = lazy(async () => ({ default: (await import('./ParkListMap.tsx')).ParkListMap }))
const ReportMap = lazy(async () => ({ default: (await import('./ReportMap.tsx')).ReportMap }))

/** The lists that have a map, which stands above them. */
const maps: Partial<Record<DeskListName, ComponentType>> = { parks: ParkListMap, 'park-reports': ReportMap }

/** In the address, so that a link shows the same map. */
const shownName = 'map'

/** The map of a list, once it is asked for; nothing for a list without one. */
export function ListMap({ list }: { list: DeskListName }) {
  const { t } = useDeskWords()
  const [search, setSearch] = useSearchParams()
  const isShown = search.has(shownName)
  const isWhole = useWholeWords(isShown)
  const Shown = maps[list]
  if (Shown === undefined) return null
  const toggle = () =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (isShown) next.delete(shownName)
      else next.set(shownName, '1')
      return next
    })
  const waiting = <Skeleton className="h-80 w-full rounded-xl lg:h-100" aria-label={t('desk.loading')} />
  return (
    <div className="mb-3 grid justify-items-start gap-3 print:hidden">
      <Button variant="outline" size="sm" aria-expanded={isShown} onClick={toggle}>
        <MapIcon aria-hidden="true" className="size-4.5" />
        {t(isShown ? 'desk.map.hide' : 'desk.map.show')}
      </Button>
      {isShown &&
        (isWhole ? (
          <Suspense fallback={waiting}>
            <Shown />
          </Suspense>
        ) : (
          waiting
        ))}
    </div>
  )
}
