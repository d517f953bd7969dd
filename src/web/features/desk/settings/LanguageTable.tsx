import { languageRegister } from '#contract/geography.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { formatPercent } from '#contract/numbers.ts'
import type { LanguageFacts } from '#contract/settings/sentences.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Tag } from '#web/ui/Tag.tsx'

/** The languages of the interface, and where one that is needed by law is not offered. */
export function LanguageTable({ record }: { record: DeskRecord }) {
  const { t, locale } = useDeskWords()
  const { offered } = record as unknown as { offered: readonly LanguageFacts[] }
  const missing = offered.some(({ language, is_offered }) => language === 'fr' && !is_offered)
  return (
    <Card as="section" padding="lg">
      {missing && (
        <div className="mb-4">
          <Notice tone="warning" title={t('desk.settings.languages.french_off')}>
            {t('desk.settings.languages.french_needed')}
          </Notice>
        </div>
      )}
      <ul className="grid">
        {offered.map(({ language, is_offered, is_default, translated, own }) => (
          <li
            key={language}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2.5 last:border-0"
          >
            <span className="font-semibold">{languageRegister[language].name}</span>
            <code className="text-sm text-ink-2">{language}</code>
            <Tag tone={is_offered ? 'act' : 'neutral'}>
              {t(is_offered ? 'desk.settings.languages.offered' : 'desk.settings.languages.not_offered')}
            </Tag>
            {is_default && <Tag tone="neutral">{t('desk.settings.languages.default')}</Tag>}
            <span className="text-sm text-ink-2 sm:ml-auto">
              {t('desk.settings.languages.translated', { share: formatPercent(100 * translated, locale, 0) })}
              {own > 0 && ` · ${t('desk.settings.languages.own', { count: own })}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <PageLink to={paths.desk('settings/sentences')} className="text-act underline underline-offset-4">
          {t('desk.settings.languages.change_texts')}
        </PageLink>
      </p>
    </Card>
  )
}
