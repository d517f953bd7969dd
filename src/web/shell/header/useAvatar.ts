import { useTranslation } from 'react-i18next'
import { useProfile } from '#web/lib/useProfile.ts'

type Avatar = { name: string; initial: string }

/** The first name and its initial; `nameless` while there is none (specification, section 2). */
export function avatarOf(first_name: string | undefined, nameless: string): Avatar {
  const name = first_name || nameless
  return { name, initial: [...name][0]!.toLocaleUpperCase() }
}

export function useAvatar(): Avatar {
  const { t } = useTranslation()
  const { data: profile } = useProfile()
  return avatarOf(profile?.first_name, t('shell.nav.nameless'))
}
