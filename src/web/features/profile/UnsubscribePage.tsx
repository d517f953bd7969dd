import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, CallError } from '#web/api/call.ts'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

/** Opened by the link in an email's footer: unsubscribes right away, and offers to undo it. */
export default function UnsubscribePage() {
  const { t } = useTranslation()
  const { key = '' } = usePageParams()
  const change = useMutation({
    mutationFn: (subscribed: boolean) =>
      call(subscribed ? 'POST /api/v1/users/mails/{key}' : 'POST /unsubscribe/{key}', { params: { key } }),
  })
  const { mutate } = change
  const hasRequested = useRef(false)
  useEffect(() => {
    if (hasRequested.current) return
    hasRequested.current = true
    mutate(false)
  }, [mutate])

  const { data, error, variables = false } = change
  const unknown = error instanceof CallError && (error.status === 404 || error.status === 422)
  const toProfile = (
    <ButtonLink variant="outline" size="md" to={paths.profile()}>
      {t('profile.unsubscribe.view_profile')}
    </ButtonLink>
  )
  return (
    <Page width="form" className="py-8">
      {unknown ? (
        <EmptyState level={1} picture="search" live title={t('profile.unsubscribe.unknown')} action={toProfile}>
          {t('profile.unsubscribe.unknown_text')}
        </EmptyState>
      ) : error ? (
        <EmptyState
          level={1}
          picture="failed"
          live
          title={t('profile.unsubscribe.failed')}
          action={
            <Button size="md" onClick={() => change.mutate(variables)}>
              {t('common.try_again')}
            </Button>
          }
        >
          {t('common.network_error')}
        </EmptyState>
      ) : data ? (
        <EmptyState
          level={1}
          picture="done"
          live
          title={t(data.reminders ? 'profile.unsubscribe.resubscribed' : 'profile.unsubscribe.done')}
          action={
            <>
              <Button variant="outline" size="md" onClick={() => change.mutate(!data.reminders)}>
                {t(data.reminders ? 'profile.unsubscribe.unsubscribe' : 'profile.unsubscribe.resubscribe')}
              </Button>
              {toProfile}
            </>
          }
        >
          {t(data.reminders ? 'profile.unsubscribe.resubscribed_text' : 'profile.unsubscribe.done_text')}
        </EmptyState>
      ) : (
        <Loading label={t('profile.unsubscribe.working')}>
          <Skeleton className="mx-auto h-64 max-w-md rounded-xl" />
        </Loading>
      )}
    </Page>
  )
}
