import { useEffect, useState } from 'react'
import { settings } from '#contract/settings/settings.ts'
import { CallError } from '#web/api/call.ts'
import { pageConfig } from '#web/api/config.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

interface ResendCodeProps {
  /** How it is sent. */
  by?: 'email' | 'sms'
  /** When the last code was sent, in ms since 1970. */
  sentAt: number
  /** Whether the wait is said without a countdown, beside another one. */
  isQuiet?: boolean
  onResend: () => Promise<unknown>
}

/** Requests another code once the settings allow one; in development it also links to the sent emails. */
export function ResendCode({ by = 'email', sentAt: firstSentAt, isQuiet = false, onResend }: ResendCodeProps) {
  const { t } = useTranslation()
  const [sentAt, setSentAt] = useState(firstSentAt)
  const seconds = useCountdown(sentAt + settings().otp.resend_seconds * 1_000)

  const resend = async () => {
    try {
      await onResend()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(describeFailure(t, error), { tone: 'error' })
      return
    }
    setSentAt(Date.now())
    toast(t('auth.verify.sent'))
  }

  return (
    <div className="mt-5 border-t border-line pt-4 text-center">
      <p className="text-sm text-ink-2">{t(by === 'sms' ? 'auth.number_login.no_text' : 'auth.verify.no_email')}</p>
      <Button variant="link" disabled={seconds > 0} onClick={resend}>
        {seconds === 0
          ? t('auth.verify.resend')
          : isQuiet
            ? t('auth.verify.resend_later')
            : t('auth.verify.resend_in', { seconds })}
      </Button>
      {pageConfig.dev_mail && (
        <p>
          <a
            href={by === 'sms' ? '/dev/sms' : '/dev/mail'}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center text-sm text-ink-2 underline underline-offset-4"
          >
            {t(by === 'sms' ? 'account.notifications.settings.texts.dev_sms' : 'auth.verify.dev_mail')}
          </a>
        </p>
      )}
    </div>
  )
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Whole seconds from now until an instant (ms since 1970); 0 once it has passed. */
function useCountdown(until: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(until))
  useEffect(() => {
    setSeconds(secondsUntil(until))
    const timer = setInterval(() => {
      const left = secondsUntil(until)
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
