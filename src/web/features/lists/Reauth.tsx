import { type ReactNode, Suspense, useState } from 'react'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { lazyDialog } from '#web/page/lazyPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { toast } from '#web/ui/overlay/toast.ts'

const ReauthDialog = lazyDialog(async () => (await import('./ReauthDialog.tsx')).ReauthDialog)

/** A question for the password, and what follows from its answer. */
interface Question {
  confirm: () => void
  close: () => void
}

/**
 * Runs what may ask for the password again: if it does, the person is asked in a dialog, and what they wanted is done
 * afterwards. `attempt` throws other failures, and this one if the dialog is closed; `withReauth` shows them as a message.
 */
export function useReauth(): {
  attempt: <T>(run: () => Promise<T>) => Promise<T>
  withReauth: (run: () => Promise<unknown>) => void
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<Question>()
  const attempt = async <T,>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'reauth_required') throw error
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      setQuestion({ confirm: resolve, close: () => reject(error) })
      await promise.finally(() => setQuestion(undefined))
      return attempt(run)
    }
  }
  const withReauth = (run: () => Promise<unknown>) => {
    attempt(run).catch((error: unknown) => {
      // The person has closed the question.
      if (error instanceof CallError && error.code === 'reauth_required') return
      toast(describeFailure(t, error), { tone: 'error' })
    })
  }
  const dialog = question !== undefined && (
    <Suspense>
      <ReauthDialog onClose={question.close} onConfirmed={question.confirm} />
    </Suspense>
  )
  return { attempt, withReauth, dialog }
}
