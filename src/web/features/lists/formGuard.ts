import { useCallback } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

type Guard = (leave: () => void) => void
let guard: Guard | undefined

/** Sets what asks before the form on the screen is left; `undefined` when nothing in it was changed. */
export const setFormGuard = (next: Guard | undefined): void => {
  guard = next
}

/** Leaves the screen, once the person agrees to lose what they typed. */
export const leaveForm = (leave: () => void): void => (guard ?? ((go) => go()))(leave)

/** Opens another screen of the desk from a shortcut or a menu. */
export function useLeaveFor(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  return useCallback((to, options) => leaveForm(() => void navigate(to, options)), [navigate])
}
