import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { openLogin } from './loginDialog.ts'

/** What /bookings and /wallet show to visitors (specification, section 2). Holds the page's main heading. */
export function LoginPrompt() {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture="signed_out"
      level={1}
      title={t('shell.login_prompt.title')}
      action={<Button onClick={() => openLogin()}>{t('shell.login_prompt.button')}</Button>}
      className="py-16"
    />
  )
}
