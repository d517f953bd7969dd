import { textLanguages } from '#contract/text-languages.ts'
import { Picture } from '#web/features/content/Picture.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Fold } from '#web/ui/Fold.tsx'
import type { Texts } from './api.ts'

interface PagePicturesProps {
  pictures: readonly string[]
  texts: Texts
  onChange: (texts: Texts) => void
}

/** The line of a text's details that names its picture. */
const pictureLine = /^picture:.*$/m

/** The drawings that a page may show at its top; the chosen one is written into both texts. */
export function PagePictures({ pictures, texts, onChange }: PagePicturesProps) {
  const { t } = useDeskWords()
  const chosen = pictureLine.exec(texts.en)?.[0].slice('picture:'.length).trim()
  // Without such a line there is nowhere to write it: the list of mistakes says that it is missing.
  const isWritable = textLanguages.every((language) => pictureLine.test(texts[language]))
  const choose = (name: string) =>
    onChange({
      en: texts.en.replace(pictureLine, `picture: ${name}`),
      fr: texts.fr.replace(pictureLine, `picture: ${name}`),
    })
  return (
    <Fold title={t('desk.records.pages.panel.pictures')}>
      <p className="mb-3 text-sm text-ink-2">{t('desk.records.pages.panel.pictures_text')}</p>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-6">
        {pictures.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={name === chosen}
              aria-label={t('desk.records.pages.panel.picture', { name })}
              disabled={!isWritable}
              onClick={() => choose(name)}
              className="grid w-full gap-1 rounded-lg border border-line p-1.5 text-left text-sm hover:border-act aria-pressed:border-act aria-pressed:ring-2 aria-pressed:ring-act"
            >
              <Picture name={name} tile className="rounded-md" />
              <span className="wrap-anywhere">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
