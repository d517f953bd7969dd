import { Bell } from 'lucide-react'
import { useLocation } from 'react-router'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useNotices } from './api.ts'

/** Leads to what the person was told, with the number of what they have not read. */
export function NoticeBell() {
  const { t } = useDeskWords()
  const { pathname } = useLocation()
  const unread = useNotices(1).data?.unread ?? 0
  const label = unread === 0 ? t('desk.notices.title') : t('desk.notices.unread', { count: unread })
  return (
    <PageLink
      to={paths.desk('notices')}
      aria-current={pathname === '/desk/notices' ? 'page' : undefined}
      aria-label={label}
      title={label}
      className="relative ml-auto inline-grid size-10 shrink-0 place-items-center rounded-lg hover:bg-sunk aria-[current=page]:text-act"
    >
      <Bell aria-hidden="true" className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-bad px-1 text-[0.6875rem] font-bold text-on-bad tabular-nums"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </PageLink>
  )
}
