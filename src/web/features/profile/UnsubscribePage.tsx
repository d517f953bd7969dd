import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { call, CallError } from '#web/api/call.ts'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

/** Opened by the link in an email's footer or a text message: unsubscribes right away, and offers to undo it. */
export default function UnsubscribePage() {
  const { key = '' } = usePageParams()
  const [search] = useSearchParams()
  const what = (['texts', 'news'] as const).find((name) => search.has(name))
  return what === undefined ? <TurnOffReminders unsubscribeKey={key} /> : <Stop what={what} stopKey={key} />
}

/** Runs a change once, as soon as the page is open. */
function useOnce(run: () => void): void {
  const hasRun = useRef(false)
  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    run()
  }, [run])
}

/** What a link ends, without a login. */
type Stopped = 'texts' | 'news'

/** Ends text messages, or offers and news. */
function Stop({ what, stopKey: key }: { what: Stopped; stopKey: string }) {
  const { t } = useTranslation()
  const stop = useMutation({
    mutationFn: () =>
      call(
        what === 'texts' ? 'POST /api/v1/users/text-messages/stop/{key}' : 'POST /api/v1/notifications/news/stop/{key}',
        { params: { key } },
      ),
  })
  const { mutate } = stop
  useOnce(mutate)
  return (
    <Outcome
      change={stop}
      retry={() => mutate()}
      toSettings={
        <ButtonLink variant="outline" size="md" to={paths.notifications()}>
          {t('profile.unsubscribe.notifications')}
        </ButtonLink>
      }
    >
      {(toSettings) => (
        <EmptyState level={1} picture="done" live title={t(`profile.unsubscribe.${what}_done`)} action={toSettings}>
          {t(`profile.unsubscribe.${what}_done_text`)}
        </EmptyState>
      )}
    </Outcome>
  )
}

function TurnOffReminders({ unsubscribeKey: key }: { unsubscribeKey: string }) {
  const { t } = useTranslation()
  const change = useMutation({
    mutationFn: (subscribed: boolean) =>
      call(subscribed ? 'POST /api/v1/users/mails/{key}' : 'POST /unsubscribe/{key}', { params: { key } }),
  })
  const { mutate, data, variables = false } = change
  useOnce(() => mutate(false))
  return (
    <Outcome
      change={change}
      retry={() => mutate(variables)}
      toSettings={
        <ButtonLink variant="outline" size="md" to={paths.profile()}>
          {t('profile.unsubscribe.view_profile')}
        </ButtonLink>
      }
    >
      {(toSettings) =>
        data && (
          <EmptyState
            level={1}
            picture="done"
            live
            title={t(data.reminders ? 'profile.unsubscribe.resubscribed' : 'profile.unsubscribe.done')}
            action={
              <>
                <Button variant="outline" size="md" onClick={() => mutate(!data.reminders)}>
                  {t(data.reminders ? 'profile.unsubscribe.unsubscribe' : 'profile.unsubscribe.resubscribe')}
                </Button>
                {toSettings}
              </>
            }
          >
            {t(data.reminders ? 'profile.unsubscribe.resubscribed_text' : 'profile.unsubscribe.done_text')}
          </EmptyState>
        )
      }
    </Outcome>
  )
}

interface OutcomeProps {
  change: { error: Error | null; isSuccess: boolean }
  retry: () => void
  toSettings: ReactNode
  /** What is shown once it is done. */
  children: (toSettings: ReactNode) => ReactNode
}

/** What became of a link: unknown, failed, done or on its way. */
function Outcome({ change: { error, isSuccess }, retry, toSettings, children }: OutcomeProps) {
  const { t } = useTranslation()
  const unknown = error instanceof CallError && (error.status === 404 || error.status === 422)
  return (
    <Page width="form" className="py-8">
      {unknown ? (
        <EmptyState level={1} picture="search" live title={t('profile.unsubscribe.unknown')} action={toSettings}>
          {t('profile.unsubscribe.unknown_text')}
        </EmptyState>
      ) : error ? (
        <EmptyState
          level={1}
          picture="failed"
          live
          title={t('profile.unsubscribe.failed')}
          action={
            <Button size="md" onClick={retry}>
              {t('common.try_again')}
            </Button>
          }
        >
          {t('common.network_error')}
        </EmptyState>
      ) : isSuccess ? (
        children(toSettings)
      ) : (
        <Loading label={t('profile.unsubscribe.working')}>
          <Skeleton className="mx-auto h-64 max-w-md rounded-xl" />
        </Loading>
      )}
    </Page>
  )
}
