import type { Content } from '#contract/content/content.ts'
import { Hero } from '#web/features/content/Hero.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { Sections } from './Sections.tsx'
import { Services } from './Services.tsx'

/** A service of the marketplace where nobody sells it yet: what it is, what the park needs, and a request form. */
export function ServiceText({ content, marketplace }: { content: Content; marketplace: Content | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <Hero
        content={content}
        trail={
          <div className="mb-4">
            <Breadcrumbs
              label={t('places.breadcrumb')}
              steps={[
                { to: paths.home(), text: t('places.home') },
                { to: paths.content('marketplace'), text: marketplace?.title ?? t('content_pages.services') },
              ]}
            />
          </div>
        }
      />
      <Page>
        <Sections sections={content.sections} items={content.items} />
        <Section title={t('content_pages.services')} className="border-t border-line py-8 lg:py-12">
          <Services items={content.items} />
        </Section>
      </Page>
    </>
  )
}
