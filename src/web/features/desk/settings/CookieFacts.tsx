import { deviceData, devicePurposes } from '#contract/settings/device-data.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Card } from '#web/ui/Card.tsx'

/** What the product stores on devices, by what it is for. */
export function CookieFacts() {
  const { t } = useDeskWords()
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-1 text-md font-bold">{t('desk.settings.cookies.title')}</h2>
      <p className="mb-3 max-w-prose text-sm text-ink-2">{t('desk.settings.cookies.text')}</p>
      <dl className="grid">
        {devicePurposes.map((purpose) => (
          <div key={purpose} className="border-b border-line py-2.5 last:border-0">
            <dt className="font-semibold">{t(`desk.settings.cookies.purposes.${purpose}`)}</dt>
            <dd>
              <ul className="grid">
                {deviceData
                  .filter((entry) => entry.purpose === purpose)
                  .map(({ name, place, until }) => (
                    <li key={`${place} ${name}`} className="flex flex-wrap justify-between gap-x-4 text-sm">
                      <code className="wrap-anywhere">{name}</code>
                      <span className="ml-auto text-right text-ink-2">
                        {t(`desk.settings.cookies.places.${place}`)}
                        {', '}
                        {t(`desk.settings.cookies.until.${until}`)}
                      </span>
                    </li>
                  ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
