import { useCallback, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useProfile } from '#web/api/useProfile.ts'
import { onStorageChange, readText, removeStored, writeText } from '#web/storage/storage.ts'

const key = 'desk_branch'

const readBranch = () => readText(key)

/** The screens whose address names their branch as `branch`; lists have a filter of that name. */
const ownName = /^\/desk\/?$|^\/desk\/(?:order|delivery)-board$/

/**
 * The branch that the desk shows alone on this device, if any, and what chooses another one. The address comes first, so that
 * a link shows the same to a colleague.
 */
export function useBranchChoice(): { branch: string | undefined; choose: (id: string) => void } {
  const { data: profile } = useProfile()
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const stored = useSyncExternalStore(onStorageChange, readBranch, () => undefined)
  const name = ownName.test(pathname) ? 'branch' : 'at_branch'
  const choose = useCallback(
    (id: string) => {
      if (id === '') removeStored(key)
      else writeText(key, id)
      setSearch((before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        if (id === '') next.delete(name)
        else next.set(name, id)
        return next
      })
    },
    [name, setSearch],
  )
  // One where the person has lost their role is forgotten.
  const chosen = profile?.branches.some(({ id }) => id === stored) === true ? stored : undefined
  return { branch: search.get(name) ?? chosen, choose }
}
