import { Bell } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { setWaitingCount } from '#web/features/lists/waitingCount.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { playSound, useMuted } from '../newsSound.ts'
import { useNotices, type Waiting } from './api.ts'

const sumOf = ({ orders, messages }: Waiting): number => (orders ?? 0) + (messages ?? 0)

/**
 * Leads to what the person was told, with the number of it, of new orders and of unread messages that they have not seen. What
 * comes is heard, and counted in the title of the page.
 */
export function NoticeBell() {
  const { t } = useDeskWords()
  const { pathname } = useLocation()
  const { data } = useNotices(1)
  const unread = data?.unread ?? 0
  const waiting = data?.waiting
  useNews(waiting, pathname === paths.desk('order-board'))
  const { orders, messages } = waiting ?? {}
  const parts = [
    ...(orders ? [t('desk.notices.orders', { count: orders })] : []),
    ...(messages ? [t('desk.notices.messages', { count: messages })] : []),
    ...(unread > 0 ? [t('desk.notices.unread', { count: unread })] : []),
  ]
  const count = unread + (waiting === undefined ? 0 : sumOf(waiting))
  const shown = count > 99 ? '99+' : String(count)
  const title = t('desk.notices.title')
  // Its name has the number that is seen, for those who say what they see.
  const label =
    parts.length === 1 && count <= 99 ? parts[0] : [count > 0 ? `${title} (${shown})` : title, ...parts].join(', ')
  return (
    <PageLink
      to={paths.desk('notices')}
      aria-current={pathname === '/desk/notices' ? 'page' : undefined}
      aria-label={label}
      title={label}
      className="relative ml-auto inline-grid size-10 shrink-0 place-items-center rounded-lg hover:bg-sunk aria-[current=page]:text-act"
    >
      <Bell aria-hidden="true" className="size-5" />
      {count > 0 && (
        // Drawn, not text: the link's name says it in words.
        <span
          aria-hidden="true"
          data-count={shown}
          className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-bad px-1 text-[0.6875rem] font-bold text-on-bad tabular-nums before:content-[attr(data-count)]"
        />
      )}
    </PageLink>
  )
}

/** Counts what waits in the title, and plays a sound when there is more of it; the board plays its own for orders. */
function useNews(waiting: Waiting | undefined, isBoard: boolean): void {
  const isMuted = useMuted()
  const last = useRef<Waiting>(undefined)
  useEffect(() => {
    if (waiting === undefined) return
    setWaitingCount(sumOf(waiting))
    const before = last.current
    last.current = waiting
    if (before === undefined || isMuted) return
    const hasCome = (name: keyof Waiting) => (waiting[name] ?? 0) > (before[name] ?? 0)
    if (hasCome('messages') || (hasCome('orders') && !isBoard)) playSound()
  }, [waiting, isBoard, isMuted])
  useEffect(() => () => setWaitingCount(0), [])
}
