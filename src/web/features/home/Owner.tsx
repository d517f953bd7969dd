import { useTranslation } from 'react-i18next'
import { brand } from '#brand.ts'
import { BayRow } from '#web/ui/BayRow.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'

/** Owners are sent to the partner site. */
export function Owner() {
  const { t } = useTranslation()
  return (
    <Page className="py-4 lg:py-6">
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
