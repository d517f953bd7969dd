import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { ContentPage } from '#contract/pages.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { partnerAddress, sellsIn, socialLinksOf } from '#contract/settings/company.ts'
import { settings } from '#contract/settings/settings.ts'
import { withCatalogue } from '#web/i18n.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { CountryMenu } from '../header/CountryMenu.tsx'
import { pillOnPaper } from '../header/headerStyles.ts'
import { LanguageMenu } from '../header/LanguageMenu.tsx'
import { menuPath } from '../header/menus.ts'
import { RegionLinks } from './RegionLinks.tsx'

const placeKinds = ['airport', 'city', 'stadium', 'station'] as const

const forDrivers = (country: CountryCode): readonly ContentPage[] => [
  ...(country === 'NG' ? ['vehicle-docs-renewal' as const] : []),
  'electric-vehicle-charging',
  ...(sellsIn(country) ? ['marketplace' as const] : []),
  'get-started',
  'subscription-plans',
]
const forOwners: readonly ContentPage[] = [
  'car-park-management',
  'rent-out-ev-charger',
  'business-accounts',
  'affiliates',
  'book-demo',
]
const aboutUs: readonly ContentPage[] = ['about', 'how-parkwell-works', 'blog', 'careers', 'media-coverage', 'help']
const policies: readonly ContentPage[] = ['terms', 'privacy-policy', 'cancellation-policy']

/** Names, the same in every language. */
const networks = { facebook: 'Facebook', instagram: 'Instagram', linkedin: 'LinkedIn', twitter: 'X (Twitter)' } as const

const CreditsDialog = lazy(() => withCatalogue(() => import('../panel/CreditsDialog.tsx')))

/** Short: it stands in every page some thirty times. */
const link = 'foot-link'

/** The footer of the standard layout: links, country, language and data sources. */
export function Footer() {
  const { t } = useTranslation()
  const [credits, setCredits] = useState(false)
  const country = useCountry()
  const isHydrating = useHydrating()
  const social = socialLinksOf(country.code)
  const { copyright } = settings().site
  return (
    <footer className="mt-14 border-t border-line bg-card">
      <div className="mx-auto grid w-full max-w-[86rem] grid-cols-2 gap-8 px-4 py-10 sm:px-6 md:grid-cols-[1.6fr_1fr_1fr_1fr] lg:px-10">
        <div className="col-span-full md:col-span-1">
          <Logo name={settings().company.name} />
          <p className="mt-2 max-w-64 text-ink-2">{t('shell.footer.line')}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <CountryMenu className={pillOnPaper} />
            <LanguageMenu className={pillOnPaper} />
          </div>
          {isHydrating && <RegionLinks />}
          <p className="mt-4 flex flex-wrap gap-x-5">
            <PageLink to={`${paths.content('install-app')}#ios`} className={link}>
              {t('shell.footer.app_ios')}
            </PageLink>
            <PageLink to={`${paths.content('install-app')}#android`} className={link}>
              {t('shell.footer.app_android')}
            </PageLink>
          </p>
          {social.length > 0 && (
            <p className="mt-1 flex flex-wrap gap-x-5">
              {social.map(([network, address]) => (
                <a key={network} href={address} className={link}>
                  {networks[network]}
                </a>
              ))}
            </p>
          )}
        </div>
        <nav aria-label={t('shell.footer.label', { brand: settings().company.name })} className="contents">
          <Column title={t('shell.footer.drivers')}>
            <PageLink to={paths.parksList()} className={link}>
              {t('shell.nav.find')}
            </PageLink>
            <PageLink to={paths.search()} className={link}>
              {t('shell.nav.search')}
            </PageLink>
            {placeKinds.map((kind) => (
              <PageLink key={kind} to={paths[`${kind}Parking`]()} className={link}>
                {t(`places.kinds.${kind}`)}
              </PageLink>
            ))}
            <Texts pages={forDrivers(country.code)} />
            <PageLink to={paths.bookings()} className={link}>
              {t('shell.nav.my_bookings')}
            </PageLink>
          </Column>
          <Column title={t('shell.footer.owners')}>
            <a href={partnerAddress()} className={link}>
              {t('shell.footer.list_space')}
            </a>
            <a href={partnerAddress()} className={link}>
              {t('shell.nav.get_started')}
            </a>
            <Texts pages={forOwners} />
          </Column>
          <Column title={t('content.company')}>
            <PageLink to={menuPath('events')} className={link}>
              {t('shell.nav.events')}
            </PageLink>
            <Texts pages={aboutUs} />
          </Column>
        </nav>
      </div>
      <div className="mx-auto w-full max-w-[86rem] px-4 sm:px-6 lg:px-10">
        <div className="flex flex-wrap items-center gap-x-6 border-t border-line py-4 text-sm">
          {copyright !== null && <span className="inline-flex min-h-11 items-center text-ink-2">{copyright}</span>}
          <Texts pages={policies} />
          <button type="button" className={link} aria-haspopup="dialog" onClick={() => setCredits(true)}>
            {t('shell.footer.credits')}
          </button>
        </div>
      </div>
      {credits && (
        <Suspense fallback={null}>
          <CreditsDialog onClosed={() => setCredits(false)} />
        </Suspense>
      )}
    </footer>
  )
}

function Texts({ pages }: { pages: readonly ContentPage[] }) {
  const { t } = useTranslation()
  return pages.map((page) => (
    <PageLink key={page} to={paths.content(page)} className={link}>
      {t(`content.links.${page}`)}
    </PageLink>
  ))
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid content-start justify-items-start">
      <h2 className="mb-1 text-sm font-bold tracking-normal">{title}</h2>
      {children}
    </div>
  )
}
