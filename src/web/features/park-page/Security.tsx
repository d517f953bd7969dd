import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { AmenityIcon } from '#web/features/parks/amenities.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Section } from '#web/ui/Page.tsx'

const facts = ['cctv', 'guard', 'lighting'] as const

/** What guards the cars, each with its date; what nobody has recorded is not known, and not a no. */
export function Security({ park }: { park: Park }) {
  const { t } = useTranslation()
  const isMade = park.examples.includes('amenities') || park.examples.includes('park')
  const date = park.source.observed_at
  const seen = isMade
    ? t('park.yes')
    : date === null
      ? t('park_page.security.seen_undated')
      : t('park_page.security.seen', { date })
  return (
    <Section
      title={t('park_page.security.title')}
      action={isMade && facts.some((fact) => park.amenities.includes(fact)) && <ExampleTag />}
    >
      <DefinitionList
        entries={facts.map((fact) => ({
          term: t(`park_page.security.${fact}`),
          icon: <AmenityIcon amenity={fact} />,
          value: park.amenities.includes(fact) ? seen : t('park.unknown'),
        }))}
      />
    </Section>
  )
}
