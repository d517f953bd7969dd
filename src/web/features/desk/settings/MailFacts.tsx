import { useState } from 'react'
import type { DeskRecord } from '#contract/lists/records.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

/** How emails are sent, which the environment of the server says, and an email to try it. */
export function MailFacts({ record }: { record: DeskRecord }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { data: profile } = useProfile()
  const mayUpdate = profile?.permissions.includes('settings.update') === true
  const { attempt, dialog } = useReauth()
  const [isSending, setIsSending] = useState(false)
  const { transport, host, port, user, has_password, waiting, failed } = record as unknown as {
    transport: 'smtp' | 'stored'
    host: string | null
    port: number | null
    user: string | null
    has_password: boolean
    waiting: number
    failed: number
  }
  const send = async () => {
    setIsSending(true)
    try {
      const sent = await attempt(() => call('POST /api/v1/admin/settings/mail/test', {}))
      if (sent !== undefined) toast(t('desk.settings.mail.sent', { address: sent.sent_to }))
    } catch (error) {
      toast(describeFailure(site, error), { tone: 'error' })
    } finally {
      setIsSending(false)
    }
  }
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-2 text-md font-bold">{t('desk.settings.mail.title')}</h2>
      <DefinitionList
        entries={[
          { term: t('desk.settings.mail.transport'), value: t(`desk.settings.mail.transports.${transport}`) },
          ...(transport === 'smtp'
            ? [
                { term: t('desk.settings.mail.server'), value: `${host}:${port}` },
                { term: t('desk.settings.mail.user'), value: user ?? t('desk.settings.not_set') },
                {
                  term: t('desk.settings.mail.password'),
                  value: t(has_password ? 'desk.settings.secret_set' : 'desk.settings.not_set'),
                },
              ]
            : []),
          { term: t('desk.settings.mail.waiting'), value: String(waiting) },
          {
            term: t('desk.settings.mail.failed'),
            value:
              failed === 0 ? (
                '0'
              ) : (
                <PageLink
                  to={paths.desk('mails', { state: 'failed' })}
                  className="text-act underline underline-offset-4"
                >
                  {failed}
                </PageLink>
              ),
          },
        ]}
      />
      <p className="mt-3 flex flex-wrap items-center gap-3">
        {mayUpdate && (
          <Button variant="outline" size="md" busy={isSending} onClick={() => void send()}>
            {t('desk.settings.mail.test')}
          </Button>
        )}
        <span className="text-sm text-ink-2">{t('desk.settings.mail.from_environment')}</span>
      </p>
      {dialog}
    </Card>
  )
}
