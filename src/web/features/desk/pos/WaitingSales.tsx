import { useState } from 'react'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { countStored, findOfflineProblem, type Till, type TillState } from './till.ts'

interface WaitingSalesProps {
  till: Till | undefined
  state: TillState
  isOffline: boolean
  timezone: string
  now_ms: number
}

/** That there is no network, what that means, and how many sales of this device wait since when. */
export function WaitingSales({ till, state, isOffline, timezone, now_ms }: WaitingSalesProps) {
  const { t, locale } = useDeskWords()
  const [isSending, setSending] = useState(false)
  const { waiting, events } = state
  const refused = [...waiting, ...events].filter(({ problem }) => problem !== undefined)
  const problem = isOffline ? findOfflineProblem(state, now_ms) : undefined
  if (!isOffline && countStored(state) === 0) return null
  const send = async () => {
    setSending(true)
    await till?.send().catch(() => undefined)
    setSending(false)
  }
  return (
    <Notice tone="warning" live className="mb-4">
      {isOffline && <p>{t(problem === undefined ? 'desk.pos.offline.mode' : `desk.pos.offline.${problem}`)}</p>}
      {countStored(state) > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="font-semibold">
            {waiting.length > 0 && (
              <p>
                {t('desk.pos.offline.waiting', {
                  count: waiting.length,
                  since: formatMomentInSentence(new Date(waiting[0]!.body.sold_at), timezone, locale),
                })}
              </p>
            )}
            {events.length > 0 && <p>{t('desk.pos.offline.voided', { count: events.length })}</p>}
          </div>
          <Button variant="outline" size="md" busy={isSending} onClick={() => void send()}>
            {t('desk.pos.offline.send')}
          </Button>
        </div>
      )}
      {refused.length > 0 && (
        <p>{t('desk.pos.offline.failed', { count: refused.length, reason: refused[0]!.problem ?? '' })}</p>
      )}
    </Notice>
  )
}
