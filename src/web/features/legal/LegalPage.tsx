import { use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { brand } from '#brand.ts'
import type { Language } from '#contract/places.ts'
import type { legal } from '#i18n/en/legal.ts'
import type { Shape } from '#i18n/shape.ts'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { fill } from './fill.ts'

export type Legal = Shape<typeof legal>
type Values = Record<string, string | number>

const load: Record<Language, () => Promise<{ legal: Legal }>> = {
  en: () => import('#i18n/en/legal.ts'),
  fr: () => import('#i18n/fr/legal.ts'),
}
const loading = new Map<Language, Promise<{ legal: Legal }>>()

/** The long texts in the reader's language, loaded with the first page that wants them. */
export function useLegal(): Legal {
  const { i18n } = useTranslation()
  const language = i18n.language === 'fr' ? 'fr' : 'en'
  return use(loading.get(language) ?? begin(language)).legal
}

function begin(language: Language) {
  const texts = load[language]()
  loading.set(language, texts)
  // What did not arrive is asked for again with the next page.
  texts.catch(() => loading.delete(language))
  return texts
}

interface LegalPageProps<Key extends string> {
  text: { title: string; lead: string; sections: Record<Key, { title: string; text: readonly string[] }> }
  values: Values
  /** What stands under a section's sentences. */
  extras?: Partial<Record<NoInfer<Key>, ReactNode>>
  /** Sections that do not hold here. */
  without?: readonly NoInfer<Key>[]
}

/** A text to read, with its contents beside it. */
export function LegalPage<Key extends string>({ text, values, extras, without = [] }: LegalPageProps<Key>) {
  const legal = useLegal()
  const all = { brand: brand.name, email: brand.supportEmail, ...values }
  const sections = (Object.entries(text.sections) as [Key, { title: string; text: readonly string[] }][]).filter(
    ([key]) => !without.includes(key),
  )
  return (
    <Page className="lg:grid lg:grid-cols-[minmax(0,42rem)_15rem] lg:gap-x-20">
      <div>
        <PageHead title={text.title} lead={fill(text.lead, all)} />
        {sections.map(([key, section]) => (
          <section key={key} id={key} className="border-t border-line py-6">
            <h2 className="text-lg lg:text-xl">{fill(section.title, all)}</h2>
            {section.text.map((paragraph) => (
              <p key={paragraph} className="mt-2.5 text-md text-ink-2">
                {fill(paragraph, all)}
              </p>
            ))}
            {extras?.[key]}
          </section>
        ))}
        <Contact sentence={legal.contact} />
      </div>
      <nav aria-labelledby="contents" className="hidden pt-10 lg:block">
        <div className="sticky top-24">
          <h2 id="contents" className="mb-1 text-sm font-semibold tracking-normal text-ink-2">
            {legal.contents}
          </h2>
          <ul className="border-l border-line">
            {sections.map(([key, section]) => (
              <li key={key}>
                <a
                  href={`#${key}`}
                  className="-ml-px flex min-h-9 items-center border-l border-transparent py-1.5 pl-4 text-ink-2 hover:border-ink hover:text-ink"
                >
                  {fill(section.title, all)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </nav>
    </Page>
  )
}

function Contact({ sentence }: { sentence: string }) {
  const [before, after] = sentence.split('{{email}}')
  return (
    <p className="border-t border-line py-6 text-md text-ink-2">
      {before}
      <a href={`mailto:${brand.supportEmail}`} className="font-semibold text-act underline underline-offset-4">
        {brand.supportEmail}
      </a>
      {after}
    </p>
  )
}
