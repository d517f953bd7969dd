import { brand } from '#brand.ts'
import type { ShopCategory } from '#contract/catalogue/marketplace.ts'
import type { ContentSection } from '#contract/content/content.ts'
import { Blocks } from '#web/features/content-pages/Blocks.tsx'
import { Sections } from '#web/features/content-pages/Sections.tsx'
import { useContentItem } from '#web/features/content/api.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { Fold } from '#web/ui/Fold.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { Menu } from './Menu.tsx'
import { ShopTrail } from './ShopTrail.tsx'

interface CategoryViewProps {
  category: ShopCategory
  shop: Parameters<typeof Menu>[0]['shop']
  /** Whether the marketplace has a text about it. */
  hasText: boolean
}

/** A category: its text where there is one, what the branch sells in it, and the request form of the text. */
export function CategoryView({ category, shop, hasText }: CategoryViewProps) {
  const { t } = useTranslation()
  const { data: text } = useContentItem('marketplace', hasText ? category.slug : '')
  const title = t('shop.category_title', { category: category.name, where: t(`places.in.${shop.country}`) })
  usePageTitle(`${title} | ${brand.name}`)
  const sections = text?.sections ?? []
  return (
    <>
      <Page className="pb-6">
        <ShopTrail place={shop.place} />
        <PageHead
          title={text?.headline ?? category.name}
          lead={text?.lead ?? category.description}
          className="pt-2 sm:pt-3"
          actions={category.is_example && text === undefined && <ExampleTag />}
        />
        {sections.filter(isReading).map((section) => (
          <Fold key={section.id} title={section.title ?? category.name}>
            <Blocks blocks={section.blocks} items={text?.items ?? []} />
          </Fold>
        ))}
        <div className={sections.some(isReading) ? 'border-t border-line pt-5' : ''}>
          <Menu shop={shop} category={category.slug} />
        </div>
      </Page>
      {text !== undefined && (
        <Page>
          <Sections sections={sections.filter((section) => !isReading(section))} items={text.items} />
        </Page>
      )}
    </>
  )
}

/** Whether a section is there to be read, and holds no form. */
const isReading = ({ blocks }: ContentSection) => blocks.every(({ kind }) => kind !== 'slot')
