import { languageRegister } from '#contract/geography.ts'
import type { PushCampaign } from '#contract/notifications/campaigns.ts'
import { textLanguages } from '#contract/text-languages.ts'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Card } from '#web/ui/Card.tsx'

/** A message as devices show it, in both languages, and how many people get it. */
export const CampaignPreview: RecordPanel = ({ record }) => {
  const { t } = useDeskWords()
  const { title, title_fr, text, text_fr, recipients } = record as unknown as PushCampaign & { title: string }
  const texts = { en: { title, text }, fr: { title: title_fr, text: text_fr } }
  return (
    <Card as="section" padding="lg">
      <p className="font-semibold">{t('desk.records.push_notifications.preview.reach', { count: recipients })}</p>
      <p className="mb-3 text-sm text-ink-2">{t('desk.records.push_notifications.preview.rules')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {textLanguages.map((language) => (
          <div key={language}>
            <p className="mb-1 text-sm text-ink-2">{languageRegister[language].name}</p>
            <div lang={language} className="flex gap-3 rounded-lg border border-line bg-sunk p-3">
              <img src="/icon-192.png" alt="" className="size-8 shrink-0 rounded-md" />
              <div className="min-w-0 wrap-anywhere">
                <p className="font-semibold">{texts[language].title}</p>
                <p className="text-sm">{texts[language].text}</p>
              </div>
            </div>
          </div>
        ))}
      </div>
    </Card>
  )
}
