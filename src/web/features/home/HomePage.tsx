import { CalendarX2, ReceiptText, SquareParking } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { brand } from '#brand.ts'
import { FindBox, type FindValue } from '#web/features/search/FindBox.tsx'
import { usualWindow, writeStay } from '#web/features/search/stay.ts'
import { useRunningQuarter } from '#web/features/search/useRunningQuarter.ts'
import { paths } from '#web/paths.ts'
import { BayRow } from '#web/ui/BayRow.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { Destinations } from './Destinations.tsx'

/** The front door: what is promised, the search box, and the places most drivers go to. */
export default function HomePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const now = useRunningQuarter()
  const [chosen, setChosen] = useState<Partial<FindValue>>({})
  // As long as no window is chosen it goes on with the clock; one that has begun begins now.
  const window =
    chosen.start && chosen.end && chosen.start >= now ? { start: chosen.start, end: chosen.end } : usualWindow(now)
  const value: FindValue = { place: undefined, search: undefined, vehicle: 1, ...chosen, ...window }
  const find = (wanted: FindValue) =>
    navigate(paths.search(writeStay({ ...wanted, sort: undefined, kind: undefined, amenities: [], page: 1 })))

  return (
    <>
      <div className="bay-hero on-night">
        <Page className="pt-6 pb-24 lg:pt-16 lg:pb-30">
          <h1
            tabIndex={-1}
            className="max-w-xl text-[2.15rem] leading-[1.08] tracking-display lg:max-w-3xl lg:text-4xl"
          >
            {t('home.title_before')}
            <u className="kerb-mark">{t('home.title_yours')}</u>
            {t('home.title_after')}
          </h1>
          <p className="mt-4 max-w-2xl text-md text-on-night-2 lg:mt-6 lg:text-lg">
            <span className="lg:hidden">{t('home.lead_short')}</span>
            <span className="max-lg:hidden">{t('home.lead')}</span>
          </p>
        </Page>
      </div>
      <Page className="relative z-10 -mt-17 lg:-mt-12">
        <FindBox look="hero" value={value} onChange={setChosen} onFind={find} />
      </Page>
      <Destinations stay={value} />
      <How />
      <Owner />
    </>
  )
}

const steps = [
  ['price', ReceiptText],
  ['space', SquareParking],
  ['back', CalendarX2],
] as const

/** Three promises, each of which holds today. */
function How() {
  const { t } = useTranslation()
  return (
    <Page className="pt-2 lg:pt-6">
      <Section
        title={t('home.how')}
        action={
          <Link
            to={paths.cancellation()}
            className="inline-flex min-h-11 items-center font-semibold text-act hover:text-act-press"
          >
            {t('home.how_more')}
          </Link>
        }
      >
        <ul className="grid gap-5 md:grid-cols-3 md:gap-8">
          {steps.map(([key, Icon]) => (
            <li key={key} className="grid grid-cols-[auto_1fr] gap-x-4 border-t border-line pt-4 md:block">
              <Icon aria-hidden="true" className="row-span-2 size-7 stroke-[1.6] text-act md:mb-4" />
              <h3 className="text-md sm:text-lg">{t(`home.how_${key}`)}</h3>
              <p className="mt-1 text-ink-2">{t(`home.how_${key}_text`)}</p>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}

/** Owners are sent to the partner site. */
function Owner() {
  const { t } = useTranslation()
  return (
    <Page className="py-6 lg:py-10">
      <section className="flex flex-wrap items-center gap-x-10 gap-y-5 rounded-2xl bg-sunk px-5 py-6 sm:px-8 lg:py-8">
        <BayRow bays={['car', 'free', 'car', 'free']} className="h-20 w-auto text-ink-3 lg:h-24" />
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-lg lg:text-xl">{t('home.owner')}</h2>
          <p className="mt-1.5 max-w-prose text-ink-2">{t('home.owner_text')}</p>
        </div>
        <ButtonLink href={brand.partnerSite} variant="outline">
          {t('home.owner_button')}
        </ButtonLink>
      </section>
    </Page>
  )
}
