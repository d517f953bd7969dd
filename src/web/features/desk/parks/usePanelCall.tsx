import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { toast } from '#web/ui/overlay/toast.ts'

interface PanelCall {
  /** Makes a call: says `done` when it succeeded, and has the desk read again. Undefined when it was refused. */
  run: <T>(work: () => Promise<T>, done: string | ((answer: T) => string)) => Promise<T | undefined>
  /** What the server says of each field. */
  errors: Readonly<Record<string, string>>
  /** Why the last call was refused. */
  refusal: CallError | undefined
  /** The question for the password. */
  dialog: ReactNode
}

/** A call of a panel, with its refusal at the fields or as a message; `isShown` where the panel itself says why. */
export function usePanelCall({ isShown = false }: { isShown?: boolean } = {}): PanelCall {
  const { t } = useTranslation()
  const { attempt, dialog } = useReauth()
  const queries = useQueryClient()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<CallError>()
  const run: PanelCall['run'] = async (work, done) => {
    setErrors({})
    setRefusal(undefined)
    try {
      const answer = await attempt(work)
      toast(typeof done === 'string' ? done : done(answer))
      void queries.invalidateQueries({ queryKey: ['desk'] })
      return answer
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'reauth_required') return undefined
      setRefusal(error)
      // What somebody else changed is read, and what was typed stays: sending it again applies it to theirs.
      if (error.code === 'changed_meanwhile') void queries.invalidateQueries({ queryKey: ['desk'] })
      const fields = error.problem?.errors ?? []
      setErrors(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
      if (fields.length === 0 && !isShown) toast(describeFailure(t, error), { tone: 'error' })
      return undefined
    }
  }
  return { run, errors, refusal, dialog }
}
