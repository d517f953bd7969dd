import { CalendarX2, ReceiptText, SquareParking, Building2, Plane, TrainFront, Trophy } from 'lucide-react'
import { placeKinds } from '#contract/geography.ts'
import { partnerAddress } from '#contract/settings/company.ts'
import type { BookingWindow } from '#web/features/booking-window/window.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { formatNumber, formatPercent } from '#web/time/format.ts'
import { BayRow } from '#web/ui/BayRow.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { useFigures } from './api.ts'
import { Events } from './Events.tsx'
import { Favourites } from './Favourites.tsx'
import { MoreLink } from './MoreLink.tsx'
import { Nearby } from './Nearby.tsx'

/** The sections below the popular places, loaded a moment later. */
export default function More({ window }: { window: BookingWindow & { vehicle: number } }) {
  return (
    <>
      <Favourites window={window} />
      <Nearby window={window} />
      <ParkingTypes />
      <Events />
      <How />
      <FiguresBand />
      <Apps />
      <Owner />
    </>
  )
}

/** Usage figures from our own data; hidden while they are too small. */
function FiguresBand() {
  const { t, locale } = useTranslation()
  const { code } = useCountry()
  const { data } = useFigures(code)
  if (data === undefined) return null
  const { active_users, bookings, satisfaction_percent } = data
  const atLeast = (count: number) => `${formatNumber(count, locale)}+`
  const figures = [
    { name: t('home.figure_users'), value: active_users === null ? null : atLeast(active_users) },
    { name: t('home.figure_bookings'), value: bookings === null ? null : atLeast(bookings) },
    {
      name: t('home.figure_satisfaction'),
      value: satisfaction_percent === null ? null : formatPercent(satisfaction_percent, locale),
    },
  ].filter(({ value }) => value !== null)
  if (figures.length === 0) return null
  return (
    <div className="bay-hero mt-6 on-night">
      <Page className="py-9 lg:py-14">
        <h2 className="text-lg lg:text-xl">{t('home.figures')}</h2>
        <dl className="mt-5 grid gap-x-10 gap-y-6 sm:grid-cols-3">
          {figures.map(({ name, value }) => (
            <div key={name} className="flex flex-col-reverse justify-end border-t border-night-line pt-4">
              <dt className="mt-1.5 text-on-night-2">{name}</dt>
              <dd className="text-3xl font-bold amount lg:text-4xl">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 text-sm text-on-night-2">{t('home.figures_text')}</p>
      </Page>
    </div>
  )
}

const steps = [
  ['price', ReceiptText],
  ['space', SquareParking],
  ['refund', CalendarX2],
] as const

/** Three promises of the product. */
function How() {
  const { t } = useTranslation()
  return (
    <Page className="pt-2 lg:pt-4">
      <Section
        title={t('home.how')}
        action={
          <span className="flex flex-wrap gap-x-6">
            <MoreLink to={paths.content('how-parkwell-works')}>{t('home.how_steps')}</MoreLink>
            <MoreLink to={paths.cancellation()}>{t('home.how_cancelling')}</MoreLink>
          </span>
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

/** A link to the partner site for owners. */
function Owner() {
  const { t } = useTranslation()
  return (
    <Page className="py-4 lg:py-6">
      <section className="flex flex-wrap items-center gap-x-10 gap-y-5 rounded-2xl bg-sunk px-5 py-6 sm:px-8 lg:py-8">
        <BayRow bays={['car', 'free', 'car', 'free']} className="h-20 w-auto text-ink-3 lg:h-24" />
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-lg lg:text-xl">{t('home.owner')}</h2>
          <p className="mt-1.5 max-w-prose text-ink-2">{t('home.owner_text')}</p>
        </div>
        <ButtonLink href={partnerAddress()} variant="outline">
          {t('home.owner_button')}
        </ButtonLink>
      </section>
    </Page>
  )
}

const icons = { airport: Plane, city: Building2, stadium: Trophy, station: TrainFront }

/** The four parking types with the number of places in the country. */
function ParkingTypes() {
  const { t, locale } = useTranslation()
  const { code } = useCountry()
  const { data } = useFigures(code)
  return (
    <Page>
      <Section title={t('home.types')}>
        <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
          {placeKinds.map((kind) => {
            const Icon = icons[kind]
            const total = data?.places[kind] ?? 0
            return (
              <Card
                key={kind}
                as="li"
                className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 sm:block sm:p-5 lg:p-6"
              >
                <span className="row-span-3 grid size-12 place-items-center rounded-lg bg-act-soft text-act sm:mb-5">
                  <Icon aria-hidden="true" className="size-6 stroke-[1.7]" />
                </span>
                <h3 className="text-md sm:text-lg">
                  <CardLink to={paths[`${kind}Parking`]({ country: code })}>{t(`places.kinds.${kind}`)}</CardLink>
                </h3>
                <p className="mt-1 text-sm text-ink-2 sm:min-h-10">{t(`home.type_texts.${kind}`)}</p>
                <p className="mt-1.5 min-h-5 text-sm font-semibold sm:mt-3">
                  {total > 0 && t(`home.type_counts.${kind}`, { count: total, number: formatNumber(total, locale) })}
                </p>
              </Card>
            )
          })}
        </ul>
      </Section>
    </Page>
  )
}

/** Links to the two apps, beside a drawing of a phone with a pass. */
function Apps() {
  const { t } = useTranslation()
  return (
    <Page className="pt-6 lg:pt-10">
      <section className="grid items-center overflow-hidden rounded-2xl border border-line bg-card sm:grid-cols-[1fr_auto]">
        <div className="px-5 py-6 sm:px-8 lg:py-10">
          <h2 className="text-lg lg:text-xl">{t('home.apps')}</h2>
          <p className="mt-1.5 max-w-prose text-ink-2">{t('home.apps_text')}</p>
          <p className="mt-5 flex flex-wrap gap-2.5">
            <ButtonLink to={`${paths.content('install-app')}#ios`} variant="outline">
              {t('shell.footer.app_ios')}
            </ButtonLink>
            <ButtonLink to={`${paths.content('install-app')}#android`} variant="outline">
              {t('shell.footer.app_android')}
            </ButtonLink>
          </p>
        </div>
        <PhoneWithPass />
      </section>
    </Page>
  )
}

/** Squares of a decorative QR code. */
const squares = ['1101011', '1001101', '0110010', '1011101', '0100111', '1110010', '1010111']

function PhoneWithPass() {
  return (
    <svg
      viewBox="0 0 220 190"
      className="mx-auto h-48 w-auto self-end sm:mr-10 sm:h-56 lg:mr-16"
      aria-hidden="true"
      fill="none"
    >
      <rect x="36" y="10" width="148" height="220" rx="24" className="fill-paper stroke-edge" strokeWidth="2.5" />
      <rect x="48" y="28" width="124" height="180" rx="12" className="fill-night" />
      <path d="M92 20h36" className="stroke-edge" strokeWidth="3" strokeLinecap="round" />
      <path d="M60 46h44M60 58h28" className="stroke-on-night-2" strokeWidth="4" strokeLinecap="round" />
      <path d="M132 44h28" className="stroke-kerb" strokeWidth="6" strokeLinecap="round" />
      <rect x="60" y="76" width="100" height="100" rx="9" className="fill-qr-paper" />
      {squares.flatMap((row, y) =>
        [...row].map(
          (square, x) =>
            square === '1' && (
              <rect key={`${x} ${y}`} x={75 + x * 10} y={91 + y * 10} width="10" height="10" className="fill-qr" />
            ),
        ),
      )}
    </svg>
  )
}
