import { Circle, CircleCheck } from 'lucide-react'
import { branchNeeds, type Branch } from '#contract/branches/desk/branches.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/Notice.tsx'

const steps = ['hours', ...branchNeeds] as const

/** What a branch needs before it can open to customers, each with the place where it is set up. */
export function ChecklistPanel({ record }: { record: DeskRecord }) {
  const { t } = useDeskWords()
  const { id, missing, status } = record as unknown as Branch
  const isReady = missing.length === 0
  const isOpen = status === 'active'
  const addresses: Record<(typeof steps)[number], string> = {
    hours: `branches/${id}?edit=`,
    order_types: `order-setups/${id}`,
    slots: `branches/${id}?tab=time_slots`,
    delivery: `branches/${id}?tab=time_slots`,
    prices: 'items',
    staff: 'employees',
  }
  return (
    <Card as="section" padding="lg" className="grid grid-cols-1 gap-4">
      <Notice tone={isReady ? 'success' : 'warning'}>
        {isOpen
          ? t(isReady ? 'desk.shop.checklist.open' : 'desk.shop.checklist.open_missing')
          : t(isReady ? 'desk.shop.checklist.ready' : 'desk.shop.checklist.not_ready')}
      </Notice>
      <ul className="grid">
        {steps.map((step) => {
          const isMissing = step !== 'hours' && missing.includes(step)
          const Icon = isMissing ? Circle : CircleCheck
          const name = t(`desk.shop.checklist.${step}`)
          return (
            <li
              key={step}
              className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 border-b border-line py-3 last:border-0 sm:grid-cols-[auto_1fr_auto]"
            >
              <Icon aria-hidden="true" className={cx('size-6', isMissing ? 'text-few' : 'text-free')} />
              <div className="min-w-0">
                <p className="font-semibold">
                  {name}{' '}
                  <span className={cx('text-sm font-normal', isMissing ? 'text-few' : 'text-ink-2')}>
                    {t(isMissing ? 'desk.shop.checklist.missing' : 'desk.shop.checklist.done')}
                  </span>
                </p>
                <p className="text-sm text-ink-2">{t(`desk.shop.checklist.${step}_text`)}</p>
              </div>
              <ButtonLink
                to={paths.desk(addresses[step])}
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
    </Card>
  )
}
