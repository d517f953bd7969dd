import { Globe } from 'lucide-react'
import { languageRegister } from '#contract/geography.ts'
import { switchLanguages } from '#contract/settings/languages.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useSwitchLanguage } from '#web/page/useSwitchLanguage.ts'
import { cx } from '#web/ui/cx.ts'
import { MenuButton } from '#web/ui/overlay/MenuButton.tsx'
import { pill } from './headerStyles.ts'

export function LanguageMenu({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { language, switchTo } = useSwitchLanguage()
  const choices = switchLanguages()
  if (choices.length === 0) return null
  const name = languageRegister[language].name
  return (
    <MenuButton
      trigger={
        <button
          type="button"
          aria-label={t('shell.language.change', { language: name })}
          className={cx(pill, className)}
        >
          <Globe aria-hidden="true" className="opacity-70" />
          <span aria-hidden="true">{name}</span>
        </button>
      }
      groups={[
        {
          heading: t('shell.language.label'),
          entries: choices.map((entry) => ({
            label: <span lang={entry}>{languageRegister[entry].name}</span>,
            checked: entry === language,
            onSelect: () => void switchTo(entry),
          })),
        },
      ]}
    />
  )
}
