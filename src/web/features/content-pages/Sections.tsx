import type { ContentBlock, ContentItem, ContentSection } from '#contract/content/content.ts'
import { hasTable } from '#web/features/content/hasTable.ts'
import { cx } from '#web/ui/cx.ts'
import { Blocks } from './Blocks.tsx'

interface SectionsProps {
  sections: readonly ContentSection[]
  items: readonly ContentItem[]
}

const isWide = (block: ContentBlock) =>
  block.kind === 'text' ? hasTable(block.html) : block.kind !== 'note' && block.kind !== 'questions'

/** The sections of a page. Prose stands beside its heading, pictures and figures below it. */
export function Sections({ sections, items }: SectionsProps) {
  return sections.map((section) => {
    const wide = section.title === null || section.blocks.some(isWide)
    return (
      <section
        key={section.id}
        id={section.id}
        className={cx(
          'py-8 lg:py-12',
          section.title !== null && 'border-t border-line first:border-0',
          !wide && 'lg:grid lg:grid-cols-[minmax(0,20rem)_minmax(0,44rem)] lg:gap-x-16',
        )}
      >
        {section.title !== null && (
          <h2 className={cx('text-xl', wide ? 'mb-5 max-w-3xl lg:mb-7 lg:text-2xl' : 'mb-3')}>{section.title}</h2>
        )}
        <Blocks blocks={section.blocks} items={items} />
      </section>
    )
  })
}
