import { languageRegister } from '#contract/geography.ts'
import { switchLanguages } from '#contract/settings/languages.ts'
import { logOut } from '#web/api/logout.ts'
import { useSwitchLanguage } from '#web/page/useSwitchLanguage.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { useGuardWords } from './words.ts'

/** What is needed once: another car park, the other language, the end of the shift. */
export function GuardFooter({ onLeavePark }: { onLeavePark?: () => unknown }) {
  const { t } = useGuardWords()
  const { language, switchTo } = useSwitchLanguage()
  return (
    <footer className="flex flex-wrap gap-x-4 border-t border-line pt-2">
      {onLeavePark && (
        <Button variant="link" onClick={onLeavePark}>
          {t('guard.parks.change')}
        </Button>
      )}
      {switchLanguages()
        .filter((candidate) => candidate !== language)
        .map((language) => (
          <Button key={language} variant="link" lang={language} onClick={() => switchTo(language)}>
            {languageRegister[language].name}
          </Button>
        ))}
      <Button variant="link" onClick={() => logOut(paths.guard())}>
        {t('guard.log_out')}
      </Button>
    </footer>
  )
}
