import { useLocation } from 'react-router'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

/** Says by when two-step verification must be set up. */
export function FactorReminder({ due_at }: { due_at: string | null }) {
  const { t, locale } = useDeskWords()
  const { pathname } = useLocation()
  const screen = paths.desk('profile/second-factor')
  if (pathname === screen) return null
  const day = due_at === null ? '' : formatDateTime(new Date(due_at), deviceZone(), locale)
  return (
    <Notice
      tone="warning"
      className="mb-4 print:hidden"
      action={
        <PageLink to={screen} className="font-semibold text-act underline">
          {t('desk.factor.set_up')}
        </PageLink>
      }
    >
      {t('desk.factor.due', { day })}
    </Notice>
  )
}
