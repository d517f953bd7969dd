import { Laptop, MonitorSmartphone, Smartphone, Tablet, type LucideIcon } from 'lucide-react'
import type { Session } from '#contract/accounts/account.ts'
import { logOut } from '#web/api/logout.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment, formatRelativeDay } from '#web/time/format.ts'
import { formatDeadlineInSentence } from '#web/time/inSentence.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Section } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useRevokeSessions, useSessions } from './api.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { reasonOf } from './reason.ts'

const icons: Record<Session['device']['kind'], LucideIcon> = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Laptop,
  other: MonitorSmartphone,
}

/** The devices that are logged in, each with a button to log it out. */
export function DevicesSection() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useSessions()
  const ending = useRevokeSessions()
  const others = data?.filter(({ current }) => !current).length ?? 0

  const end = async (id: string) => {
    try {
      await ending.mutateAsync(id)
      toast(t(id === 'others' ? 'account.devices.others_logged_out' : 'account.devices.logged_out'))
    } catch (error) {
      toast(reasonOf(t, error), { tone: 'error' })
    }
  }
  return (
    <Section title={t('account.devices.title')}>
      {data === undefined ? (
        isError ? (
          <LoadFailed onRetry={refetch} />
        ) : (
          <Loading label={t('common.loading')}>
            <Skeleton className="h-40 rounded-xl" />
          </Loading>
        )
      ) : (
        <Card padding="none">
          <ul className="divide-y divide-line">
            {data.map((session) => (
              <Device key={session.id} session={session} onEnd={() => (session.current ? logOut() : end(session.id))} />
            ))}
          </ul>
          {others > 1 && (
            <div className="border-t border-line p-4">
              <Button variant="outline" size="md" className="max-sm:w-full" onClick={() => end('others')}>
                {t('account.devices.log_out_others')}
              </Button>
            </div>
          )}
        </Card>
      )}
    </Section>
  )
}

function Device({ session, onEnd }: { session: Session; onEnd: () => unknown }) {
  const { t, locale } = useTranslation()
  const { device, created_at, last_seen_at, expires_at, ends_with_browser, current } = session
  const Icon = icons[device.kind]
  const { browser, system } = device
  const name =
    browser !== null && system !== null
      ? t('account.devices.on', { browser, system })
      : (browser ?? system ?? t('account.devices.unknown'))
  const zone = deviceZone()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4 sm:gap-x-4">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {name}
          {current && <Tag tone="act">{t('account.devices.this')}</Tag>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          {!current && (
            <span>{t('account.devices.last_used', { when: formatMoment(new Date(last_seen_at), zone, locale) })}</span>
          )}
          <span>{t('account.devices.logged_in', { when: formatRelativeDay(new Date(created_at), zone, locale) })}</span>
          <span>
            {t(ends_with_browser ? 'account.devices.until_closed' : 'account.devices.until', {
              until: formatDeadlineInSentence(new Date(expires_at), zone, locale),
            })}
          </span>
        </p>
      </div>
      <Button
        variant="ghost"
        size="md"
        aria-label={t('account.devices.log_out_one', { device: name })}
        onClick={onEnd}
        className="-mr-2"
      >
        {t('account.devices.log_out')}
      </Button>
    </li>
  )
}
