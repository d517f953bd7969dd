import { settings } from '#contract/settings/settings.ts'
import { SearchHeader } from '#web/features/search/SearchHeader.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { PanelButton } from '../panel/PanelButton.tsx'
import { Account } from './Account.tsx'
import { CartSlot } from './CartSlot.tsx'
import { VehicleDocsLink } from './VehicleDocsLink.tsx'

/** The header of the search: logo, search bar, the account, and the older header of the specification as a menu. */
export function CompactHeader() {
  const { t } = useTranslation()
  const country = useCountry()
  return (
    <header className="relative z-40 flex min-h-17 shrink-0 items-center gap-2 border-b border-line bg-card px-2 lg:gap-x-5 lg:px-6 lg:max-[90rem]:flex-wrap">
      <PageLink
        to={paths.home()}
        aria-label={t('common.labelled', { name: settings().company.name, value: t('shell.nav.home') })}
        className="grid size-11 shrink-0 place-items-center rounded-md lg:max-[90rem]:mr-auto"
      >
        <Logo className="text-[1.35rem]" />
      </PageLink>
      {/* Below a row of its own where its cells have no room beside the rest. */}
      <div className="min-w-0 flex-1 lg:max-[90rem]:order-last lg:max-[90rem]:basis-full lg:max-[90rem]:pb-3">
        <SearchHeader />
      </div>
      {country.code === 'NG' && <VehicleDocsLink />}
      <CartSlot />
      <div className="hidden items-center gap-2.5 md:flex">
        <Account wallet />
      </div>
      <PanelButton menu="older" />
    </header>
  )
}
