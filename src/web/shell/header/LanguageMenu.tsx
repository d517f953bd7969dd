import { Globe } from 'lucide-react'
import { languages } from '#contract/geography.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useSwitchLanguage } from '#web/page/useSwitchLanguage.ts'
import { cx } from '#web/ui/cx.ts'
import { MenuButton } from '#web/ui/overlay/MenuButton.tsx'
import { pill } from './headerStyles.ts'

export function LanguageMenu({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { language, switchTo } = useSwitchLanguage()
  const name = t(`shell.language.${language}`)
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
          entries: languages.map((entry) => ({
            label: <span lang={entry}>{t(`shell.language.${entry}`)}</span>,
            checked: entry === language,
            onSelect: () => void switchTo(entry),
          })),
        },
      ]}
    />
  )
}
