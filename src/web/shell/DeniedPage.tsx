import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Shown when the user's role does not permit a page. */
export default function DeniedPage() {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture="denied"
      level={1}
      live
      title={t('shell.denied.title')}
      action={
        <ButtonLink to={paths.home()} size="md">
          {t('common.go_home')}
        </ButtonLink>
      }
      className="py-16"
    >
      {t('errors.forbidden')}
    </EmptyState>
  )
}
