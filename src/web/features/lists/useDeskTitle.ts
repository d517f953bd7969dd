import { settings } from '#contract/settings/settings.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { useWaitingCount } from './waitingCount.ts'
import { useDeskWords } from './words.ts'

/**
 * Sets the title of a screen: how much waits for the person, its name, the desk and the product. `own` is what the screen itself
 * counts in its place.
 */
export function useDeskTitle(name: string, own?: number): void {
  const { t } = useDeskWords()
  const waiting = useWaitingCount()
  const count = own ?? waiting
  const desk = t('desk.title')
  const title =
    name === desk ? `${desk} · ${settings().company.name}` : `${name} · ${desk} · ${settings().company.name}`
  usePageTitle(count > 0 ? `(${count}) ${title}` : title)
}
