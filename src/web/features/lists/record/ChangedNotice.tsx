import type { ReactNode } from 'react'
import type { CallError } from '#web/api/call.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useDeskWords } from '../words.ts'

interface ChangedNoticeProps {
  /** The refusal `changed_meanwhile`, which names who changed it and when, where that is known. */
  refusal: CallError | undefined
  /** What was changed. */
  children: ReactNode
  onTake: (keepsOwn: boolean) => void
}

/** Somebody else has changed what is edited: says who, when and what, and asks whose version to go on with. */
export function ChangedNotice({ refusal, children, onTake }: ChangedNoticeProps) {
  const { t, locale } = useDeskWords()
  const { who, at } = (refusal?.problem ?? {}) as { who?: unknown; at?: unknown }
  const title =
    typeof who === 'string' && typeof at === 'string'
      ? t('desk.form.theirs_by', { who, when: formatDateTime(new Date(at), deviceZone(), locale) })
      : t('desk.form.theirs')
  return (
    <Notice tone="warning" title={title}>
      {children}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onTake(true)}>
          {t('desk.form.keep_mine')}
        </Button>
        <Button variant="outline" size="sm" onClick={() => onTake(false)}>
          {t('desk.form.take_theirs')}
        </Button>
      </div>
    </Notice>
  )
}
