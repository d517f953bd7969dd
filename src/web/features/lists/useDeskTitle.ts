import { brand } from '#brand.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { useDeskWords } from './words.ts'

/** Sets the title of a screen: its name, the desk and the product. */
export function useDeskTitle(name: string): void {
  const { t } = useDeskWords()
  const desk = t('desk.title')
  usePageTitle(name === desk ? `${desk} · ${brand.name}` : `${name} · ${desk} · ${brand.name}`)
}
