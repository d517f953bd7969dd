import { brand } from '#brand.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { LanguageMenu } from '../header/LanguageMenu.tsx'
import { RegionLinks } from './RegionLinks.tsx'

const link = 'inline-flex min-h-11 items-center text-ink-2 underline-offset-4 hover:text-ink hover:underline'

/** The footer of pages with one task, such as a checkout or a pass: help, terms, privacy and language in a line. */
export function ShortFooter() {
  const { t } = useTranslation()
  const isHydrating = useHydrating()
  return (
    <footer className="mt-8 border-t border-line bg-card">
      <div className="mx-auto flex w-full max-w-[86rem] flex-wrap items-center justify-between gap-x-4 px-4 py-1 text-sm sm:px-6 lg:px-10">
        <nav aria-label={t('shell.footer.label', { brand: brand.name })} className="flex flex-wrap gap-x-4">
          <PageLink to={paths.content('help')} className={link}>
            {t('shell.footer.short.help')}
          </PageLink>
          <PageLink to={paths.terms()} className={link}>
            {t('shell.footer.short.terms')}
          </PageLink>
          <PageLink to={paths.privacy()} className={link}>
            {t('shell.footer.short.privacy')}
          </PageLink>
        </nav>
        <LanguageMenu className="-mr-3.5 border-transparent text-ink-2 hover:text-ink" />
        {isHydrating && <RegionLinks />}
      </div>
    </footer>
  )
}
