import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { parkAddress, parkLabel } from '#web/features/parks/label.ts'
import { spacesOf } from '#web/features/parks/spaces.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Tag } from '#web/ui/Tag.tsx'

const words = { free: 'park.free_now', few: 'park.few_now', full: 'park.full_now' } as const

/** The name over the lines of a bay, with the spaces left for the stay. */
export function ParkHero({ park }: { park: Park }) {
  const { t, i18n } = useTranslation()
  const spaces = spacesOf(park)
  const address = parkAddress(park)
  return (
    <div className="bay-hero on-night">
      <Page className="flex min-h-44 flex-col justify-end gap-3 pt-10 pb-5 lg:min-h-60 lg:pb-8">
        <div className="flex flex-wrap gap-2">
          {spaces && (
            <Tag tone={spaces.tone}>
              {t(words[spaces.tone], { count: spaces.count, number: formatNumber(spaces.count, i18n.language) })}
            </Tag>
          )}
          {!park.bookable && <Tag>{t('park.not_bookable')}</Tag>}
          {park.open === false && <Tag tone="full">{t('park.closed_then')}</Tag>}
        </div>
        <h1 tabIndex={-1} className="max-w-3xl text-[1.7rem] leading-[1.12] lg:text-3xl">
          {parkLabel(park, t)}
        </h1>
        <p className="max-w-3xl text-base text-on-night-2">
          {[t(`park.kinds.${park.kind}`), address].filter(Boolean).join(' · ')}
        </p>
      </Page>
    </div>
  )
}
