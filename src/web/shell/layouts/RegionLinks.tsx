import { useLocation } from 'react-router'
import { addLanguage, chooseCountryPath } from '#contract/addresses/address.ts'
import { countryCodes, languageRegister } from '#contract/geography.ts'
import { switchLanguages } from '#contract/settings/languages.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useCountry } from '#web/storage/country.ts'

const link =
  'inline-flex min-h-11 items-center text-ink-2 underline-offset-4 hover:underline aria-[current]:font-semibold aria-[current]:text-ink'

/** Country and language as links, for readers without scripts. */
export function RegionLinks() {
  const { t, language } = useTranslation()
  const { pathname, search } = useLocation()
  const { code: chosen } = useCountry()
  const address = pathname + search
  const choices = switchLanguages()
  const back = new URLSearchParams({ next: address }).toString()
  return (
    <div className="hidden gap-1 noscript:grid">
      <nav aria-label={t('shell.country.label')} className="flex flex-wrap gap-x-5">
        {countryCodes.map((code) => (
          <a
            key={code}
            href={`${chooseCountryPath}?country=${code}&${back}`}
            rel="nofollow"
            aria-current={code === chosen || undefined}
            className={link}
          >
            {t(`common.countries.${code}`)}
          </a>
        ))}
      </nav>
      {choices.length > 0 && (
        <nav aria-label={t('shell.language.label')} className="flex flex-wrap gap-x-5">
          {choices.map((entry) => (
            <a
              key={entry}
              href={addLanguage(address, entry)}
              lang={entry}
              hrefLang={entry}
              aria-current={entry === language || undefined}
              className={link}
            >
              {languageRegister[entry].name}
            </a>
          ))}
        </nav>
      )}
    </div>
  )
}
