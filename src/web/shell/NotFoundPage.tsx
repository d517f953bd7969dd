import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export default function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture="search"
      level={1}
      title={t('shell.not_found.title')}
      action={
        <>
          <ButtonLink to={paths.parksList()} size="md">
            {t('shell.nav.find')}
          </ButtonLink>
          <ButtonLink to={paths.home()} size="md" variant="outline">
            {t('common.go_home')}
          </ButtonLink>
        </>
      }
      className="py-16"
    >
      {t('shell.not_found.text')}
    </EmptyState>
  )
}
