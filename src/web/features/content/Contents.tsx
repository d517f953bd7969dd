import type { ContentSection } from '#contract/content/content.ts'
import { useTranslation } from '#web/page/translation.ts'

/** Table of contents of a long text, on wide screens. */
export function Contents({ sections }: { sections: readonly ContentSection[] }) {
  const { t } = useTranslation()
  const titled = sections.filter(({ title }) => title !== null)
  if (titled.length < 3) return <div className="max-lg:hidden" />
  return (
    <nav aria-labelledby="contents" className="hidden pt-10 lg:block">
      <div className="sticky top-24">
        <h2 id="contents" className="mb-1 text-sm font-semibold tracking-normal text-ink-2">
          {t('content_pages.contents')}
        </h2>
        <ul className="border-l border-line">
          {titled.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="-ml-px flex min-h-9 items-center border-l border-transparent py-1.5 pl-4 text-ink-2 hover:border-ink hover:text-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
