import type { Announcement } from '#contract/content/desk/announcements.ts'
import { languageRegister } from '#contract/geography.ts'
import { textLanguages } from '#contract/text-languages.ts'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { AnnouncementBar } from '#web/ui/AnnouncementBar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** The announcement as its readers see it, in both languages, and where they do. */
export const AnnouncementPreview: RecordPanel = ({ record }) => {
  const announcement = record as unknown as Announcement
  const { t, translateKey } = useDeskWords()
  const { text, text_fr, severity, link, audience, country_code, stopped_at, status } = announcement
  const texts = { en: text, fr: text_fr }
  return (
    <Card as="section" padding="lg">
      {stopped_at !== null && status === 'inactive' && (
        <Notice tone="warning" className="mb-4">
          {t('desk.records.announcements.stopped')}
        </Notice>
      )}
      <p className="mb-3 text-ink-2">
        {t(`desk.records.announcements.places.${audience}`)}{' '}
        {country_code !== null &&
          t('desk.records.announcements.country', { country: translateKey(`desk.words.countries.${country_code}`) })}
      </p>
      <div className="grid gap-3">
        {textLanguages.map((language) => (
          <div key={language}>
            <p className="mb-1 text-sm text-ink-2">{languageRegister[language].name}</p>
            <div lang={language} className="overflow-hidden rounded-lg border border-line">
              <AnnouncementBar severity={severity} link={link}>
                {texts[language]}
              </AnnouncementBar>
            </div>
          </div>
        ))}
      </div>
    </Card>
  )
}
