import { branchNeeds, type Branch } from '#contract/branches/desk/branches.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ChecklistSteps } from '../ChecklistSteps.tsx'

const steps = ['hours', ...branchNeeds] as const

/** What a branch needs before it can open to customers. */
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
      <ChecklistSteps
        steps={steps.map((step) => ({
          key: step,
          name: t(`desk.shop.checklist.${step}`),
          text: t(`desk.shop.checklist.${step}_text`),
          state: step !== 'hours' && missing.includes(step) ? 'missing' : 'done',
          to: addresses[step],
        }))}
      />
    </Card>
  )
}
