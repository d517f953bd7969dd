import type { ComponentType } from 'react'
import type { ContentItem, ContentSlot } from '#contract/content.ts'
import type { LeadKind } from '#contract/leads.ts'
import { ChargersMap } from '#web/features/chargers/ChargersMap.tsx'
import { Earnings } from '#web/features/calculators/Earnings.tsx'
import { LeadForm } from '#web/features/leads/LeadForm.tsx'
import { Services } from './Services.tsx'

export interface SlotProps {
  /** What stands behind the slot's name in the text: `kind=demo`. */
  options: Readonly<Record<string, string>>
  /** The pages under this one. */
  items: readonly ContentItem[]
}

/** Parts of a page that are no text: a writer sets `::: slot NAME` where one is to stand. */
export const slots: Readonly<Record<ContentSlot, ComponentType<SlotProps>>> = {
  lead: ({ options }) => <LeadForm kind={options['kind'] as LeadKind} />,
  services: Services,
  earnings: ({ options }) => <Earnings kind={options['kind'] as 'space' | 'charger'} />,
  chargers: ChargersMap,
}
