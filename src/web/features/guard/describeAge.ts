import { minute_ms } from '#contract/time.ts'
import type { GuardWords } from './words.ts'

/** How old the list is, in minutes or whole hours. */
export function describeAge(t: GuardWords['t'], list_at: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(list_at)) / minute_ms)
  if (minutes < 1) return t('guard.status.list_now')
  return minutes < 120
    ? t('guard.status.list_minutes', { count: minutes })
    : t('guard.status.list_hours', { count: Math.floor(minutes / 60) })
}
