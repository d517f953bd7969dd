import { Circle, CircleCheck } from 'lucide-react'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'

export interface ChecklistStep {
  key: string
  name: string
  text: string
  /** `recommended`: it can do without. */
  state: 'done' | 'missing' | 'recommended'
  /** Where it is set up, as an address within the desk. */
  to: string
}

/** What a place needs before it can open to customers, each step with the place where it is set up. */
export function ChecklistSteps({ steps }: { steps: readonly ChecklistStep[] }) {
  const { t } = useDeskWords()
  return (
    <ul className="grid">
      {steps.map(({ key, name, text, state, to }) => {
        const Icon = state === 'done' ? CircleCheck : Circle
        return (
          <li
            key={key}
            className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 border-b border-line py-3 last:border-0 sm:grid-cols-[auto_1fr_auto]"
          >
            <Icon
              aria-hidden="true"
              className={cx('size-6', { done: 'text-free', missing: 'text-few', recommended: 'text-ink-3' }[state])}
            />
            <div className="min-w-0">
              <p className="font-semibold">
                {name}{' '}
                <span className={cx('text-sm font-normal', state === 'missing' ? 'text-few' : 'text-ink-2')}>
                  {t(`desk.shop.checklist.${state}`)}
                </span>
              </p>
              <p className="text-sm text-ink-2">{text}</p>
            </div>
            <ButtonLink
              to={paths.desk(to)}
              variant="outline"
              size="md"
              className="max-sm:col-start-2 max-sm:justify-self-start"
            >
              {t('desk.shop.checklist.set', { name })}
            </ButtonLink>
          </li>
        )
      })}
    </ul>
  )
}
