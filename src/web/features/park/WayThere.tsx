import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { directionsTo } from '#web/features/parks/directions.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Section } from '#web/ui/Page.tsx'

/** The way to each entrance, in the driver's own map app. */
export function WayThere({ park }: { park: Park }) {
  const { t } = useTranslation()
  const targets: { lat: number; lng: number; name: string | undefined }[] =
    park.entrances.length === 0
      ? [{ lat: park.lat, lng: park.lng, name: undefined }]
      : park.entrances.map((entrance, n) => ({ ...entrance, name: entrance.name ?? t('park.entrance', { n: n + 1 }) }))
  return (
    <Section title={t('park.way')}>
      <ul className="grid gap-4">
        {targets.map((target) => (
          <li key={`${target.lat} ${target.lng}`}>
            {targets.length > 1 && <h3 className="mb-1.5 text-base">{target.name}</h3>}
            <div className="flex flex-wrap gap-2.5">
              {directionsTo(target).map(({ name, href }) => (
                <ButtonLink
                  key={name}
                  href={href}
                  target="_blank"
                  rel="noreferrer"
                  size="md"
                  variant="outline"
                  aria-label={`${t('park.way_with', { app: name })} (${t('park.way_other')})`}
                >
                  {name}
                  <ExternalLink aria-hidden="true" className="size-4 text-ink-2" />
                </ButtonLink>
              ))}
            </div>
            <p className="mt-2 text-sm text-ink-2">
              {t('park.coordinates', { at: `${target.lat.toFixed(5)}, ${target.lng.toFixed(5)}` })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
