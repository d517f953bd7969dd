import { useDeskWords } from '#web/features/lists/words.ts'

/** What the camera of a counter says. */
export function useCameraLabels() {
  const { t } = useDeskWords()
  return {
    start: t('desk.pos.scan.start'),
    view: t('desk.pos.scan.view'),
    refused: t('desk.pos.scan.refused'),
    missing: t('desk.pos.scan.missing'),
    unsupported: t('desk.pos.scan.unsupported'),
  }
}
