import { brand } from '#brand.ts'
import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Section } from '#web/ui/Page.tsx'

const knownAccess = ['public', 'customers', 'permit', 'private'] as const

/** What it is, who runs it, who may park, and the code that stands at its gate. */
export function About({ park }: { park: Park }) {
  const { t } = useTranslation()
  const access = knownAccess.find((one) => one === park.access || (one === 'public' && park.access === 'yes'))
  const entries = [
    park.partner !== null && {
      term: t('park.partner'),
      value: (
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          {park.partner}
          {park.examples.includes('partner') && <ExampleTag />}
        </span>
      ),
    },
    park.operator !== null && { term: t('park.operator'), value: park.operator },
    access !== undefined && { term: t('park.access_title'), value: t(`park.access_values.${access}`) },
    { term: t('park.code'), value: <span className="tracking-wide">{park.park_code}</span> },
  ].filter((entry) => entry !== false)
  return (
    <Section title={t('park.about')}>
      {park.description !== null && <p className="mb-3 max-w-prose">{park.description}</p>}
      <DefinitionList entries={entries} />
    </Section>
  )
}

/** Where the facts come from, under which licence, and of when they are. */
export function Source({ park: { source, examples } }: { park: Park }) {
  const { t } = useTranslation()
  const isExample = examples.includes('park')
  const title = isExample ? t('park_page.example_source', { brand: brand.name }) : source.title
  return (
    <Section title={t('park.source')}>
      <p>
        {t('park.source_line', { title, licence: source.licence })}
        {source.observed_at !== null && `, ${t('park.source_of', { date: source.observed_at })}`}.
      </p>
      <p className="mt-1 text-sm text-ink-2">
        {isExample ? t('park_page.example_attribution') : source.attribution}
        {source.url !== null && (
          <>
            {' · '}
            <a href={source.url} target="_blank" rel="noreferrer" className="text-act underline underline-offset-4">
              {t('park.source_link')}
            </a>
          </>
        )}
      </p>
    </Section>
  )
}
