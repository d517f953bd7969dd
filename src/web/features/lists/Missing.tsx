import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useDeskTitle } from './useDeskTitle.ts'
import { useDeskWords } from './words.ts'

/** An unknown address of the desk, or a record that does not exist or is outside of what the person may see. */
export function Missing() {
  const { t } = useDeskWords()
  useDeskTitle(t('desk.not_found'))
  return (
    <EmptyState
      picture="search"
      level={1}
      title={t('desk.not_found')}
      action={<ButtonLink to={paths.desk()}>{t('desk.to_desk')}</ButtonLink>}
    >
      {t('desk.not_found_text')}
    </EmptyState>
  )
}
