import type { DeskRecord } from '#contract/lists/records.ts'
import { parkNeeds, recommendedFacts, type ParkRecord } from '#contract/parks/desk/park-record.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ChecklistSteps } from '../ChecklistSteps.tsx'
import { usePanelCall } from './usePanelCall.tsx'

/** In the order in which a car park is set up. French is offered where its readers are. */
const steps = [...parkNeeds, ...recommendedFacts] as const
type Step = (typeof steps)[number]

/** What a car park needs before it can open to customers, and the button that opens it. */
export const ChecklistPanel: RecordPanel = ({ record, onChanged }) => {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const { run, dialog } = usePanelCall()
  const park = record as DeskRecord & ParkRecord
  const { id, version, missing, recommended, partner, is_on_sale, check_in, country } = park
  const isReady = missing.length === 0
  const mayChange = record.actions.includes('update') && profile?.permissions.includes('parks.update') === true
  const isShown = (step: Step) =>
    step === 'staff' ? check_in === 'scan' : step !== 'description_fr' || ['CA', 'SN'].includes(country)
  const addresses: Record<Step, string> = {
    hours: `parks/${id}?edit=`,
    prices: `parks/${id}?tab=tariffs`,
    capacity: `parks/${id}?tab=capacity`,
    entrance: `parks/${id}?tab=photos`,
    staff: `parks/${id}?tab=guards`,
    photo: `parks/${id}?tab=photos`,
    description: `parks/${id}?edit=`,
    description_fr: `parks/${id}?edit=`,
  }
  const stateOf = (step: Step) =>
    (missing as readonly Step[]).includes(step)
      ? 'missing'
      : (recommended as readonly Step[]).includes(step)
        ? 'recommended'
        : 'done'
  const open = async (opens: boolean) => {
    const saved = await run(
      () => call('PATCH /api/v1/admin/parks/{id}', { params: { id }, body: { is_on_sale: opens, version } }),
      t(opens ? 'desk.parks.checklist.opened' : 'desk.parks.checklist.closed'),
    )
    if (saved !== undefined) onChanged(saved as unknown as DeskRecord)
  }
  const state =
    partner === null ? 'no_partner' : is_on_sale ? (isReady ? 'open' : 'open_missing') : isReady ? 'ready' : 'not_ready'
  return (
    <Card as="section" padding="lg" className="grid grid-cols-1 gap-4">
      <Notice tone={state === 'open' || state === 'ready' ? 'success' : state === 'no_partner' ? 'info' : 'warning'}>
        {t(`desk.parks.checklist.${state}`)}
      </Notice>
      <ChecklistSteps
        steps={steps.filter(isShown).map((step) => ({
          key: step,
          name: t(`desk.parks.checklist.${step}`),
          text: t(`desk.parks.checklist.${step}_text`),
          state: stateOf(step),
          to: addresses[step],
        }))}
      />
      {mayChange && partner !== null && (is_on_sale || isReady) && (
        <div>
          <Button size="md" variant={is_on_sale ? 'outline' : 'primary'} onClick={() => open(!is_on_sale)}>
            {t(is_on_sale ? 'desk.parks.checklist.close_button' : 'desk.parks.checklist.open_button')}
          </Button>
        </div>
      )}
      {dialog}
    </Card>
  )
}
