import { useQuery } from '@tanstack/react-query'
import { parkChangeForm, type ParkChangeBody } from '#contract/parks/desk/park-changes.ts'
import { parkList } from '#contract/parks/desk/parks.ts'
import { call } from '#web/api/call.ts'
import type { ChangeManyProps } from '#web/features/lists/list/BulkBar.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { ChangeMany } from '../bulk/ChangeMany.tsx'
import { RecentChanges } from '../bulk/RecentChanges.tsx'

const undo = (id: string) => call('POST /api/v1/admin/park-changes/{id}/undo', { params: { id } })

/** Changes the opening hours, prices or closures of the chosen car parks; below stands what was last changed, to be undone. */
export function ChangeManyParks(props: ChangeManyProps) {
  const { t, translateKey } = useDeskWords()
  const { data } = useQuery({
    queryKey: ['desk', 'park-changes'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/park-changes', { signal }),
  })
  const changes = data?.items ?? []
  return (
    <ChangeMany<Omit<ParkChangeBody, 'ids' | 'stores' | 'digest'>>
      {...props}
      list={parkList}
      form={parkChangeForm}
      send={(body) => call('POST /api/v1/admin/park-changes', { body })}
      undo={undo}
    >
      {changes.length > 0 && (
        <div className="mt-6">
          <RecentChanges
            changes={changes}
            nameOf={({ name, changed }) =>
              t('desk.parks.bulk.name', { change: translateKey(`desk.words.park_changes.${name}`), count: changed })
            }
            undo={undo}
          />
        </div>
      )}
    </ChangeMany>
  )
}
