import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { tinykeys } from 'tinykeys'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useScreenActions } from '#web/features/lists/screenActions.ts'
import { ownKey } from '#web/features/lists/shortcutSetting.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

/** Takes and opens the request that has waited longest, by the key `q` too; `after` is the one that is open. */
export function NextDocuments({ after }: { after?: string }) {
  const { t, isWhole } = useDeskWords()
  const { t: site } = useTranslation()
  const { data: profile } = useProfile()
  const navigate = useNavigate()
  const { attempt, dialog } = useReauth()
  const [isBusy, setIsBusy] = useState(false)
  // Its sentences come after those of the list.
  const mayTake = isWhole && profile?.permissions.includes('documents.update') === true
  const take = async () => {
    if (isBusy || !mayTake) return
    setIsBusy(true)
    try {
      const { id } = await attempt(() =>
        call('POST /api/v1/admin/documents/next', { body: { ...(after !== undefined && { after }) } }),
      )
      if (id === null) toast(t('desk.documents.queue.none'))
      else void navigate(paths.desk(`documents/${id}`))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(describeFailure(site, error), { tone: 'error' })
    } finally {
      setIsBusy(false)
    }
  }
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => tinykeys(window, { q: ownKey(() => void latest.current()) }), [])
  const label = t('desk.documents.queue.next')
  useScreenActions(mayTake ? [{ name: 'next_documents', label, run: () => void take() }] : [])
  if (!mayTake) return null
  return (
    <p className="mb-3 flex flex-wrap gap-2 print:hidden">
      <Button variant="outline" size="md" busy={isBusy} aria-keyshortcuts="q" onClick={() => void take()}>
        {label}
      </Button>
      {after === undefined && (
        <>
          <ButtonLink to={paths.desk('documents', { assigned: profile.email })} variant="outline" size="md">
            {t('desk.documents.queue.mine')}
          </ButtonLink>
          <ButtonLink to={paths.desk('documents', { unassigned: 'true', waiting: 'true' })} variant="outline" size="md">
            {t('desk.documents.queue.nobody')}
          </ButtonLink>
        </>
      )}
      {dialog}
    </p>
  )
}
