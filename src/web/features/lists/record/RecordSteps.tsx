import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { tinykeys } from 'tinykeys'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { useLeaveFor } from '../formGuard.ts'
import { rememberStep } from '../list/returnPoints.ts'
import { readRows } from '../list/shownRows.ts'
import { ownKey } from '../shortcutSetting.ts'
import { useDeskWords } from '../words.ts'

/** The records before and after this one, in the list that the person came from. */
export function RecordSteps({ list, id }: { list: string; id: string }) {
  const { t } = useDeskWords()
  const leaveFor = useLeaveFor()
  const ids = readRows(list)?.ids ?? []
  const at = ids.indexOf(id)
  const addressOf = (index: number) =>
    at === -1 || ids[index] === undefined ? undefined : paths.desk(`${list}/${ids[index]}`)
  const [before, after] = [addressOf(at - 1), addressOf(at + 1)]
  useEffect(() => rememberStep(list, id), [list, id])
  useEffect(() => {
    const follow = (to: string | undefined) => () => {
      if (to !== undefined) leaveFor(to)
    }
    return tinykeys(window, { '[': ownKey(follow(before)), ']': ownKey(follow(after)) })
  }, [before, after, leaveFor])
  if (before === undefined && after === undefined) return null
  return (
    <div className="flex gap-1 print:hidden">
      {before !== undefined && (
        <ButtonLink to={before} variant="ghost" size="sm">
          <ChevronLeft aria-hidden="true" className="size-4.5" />
          {t('desk.record.previous')}
        </ButtonLink>
      )}
      {after !== undefined && (
        <ButtonLink to={after} variant="ghost" size="sm">
          {t('desk.record.next')}
          <ChevronRight aria-hidden="true" className="size-4.5" />
        </ButtonLink>
      )}
    </div>
  )
}
