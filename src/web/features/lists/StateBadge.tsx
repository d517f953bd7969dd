import { findTone, type StateTone } from '#contract/lists/record-layout.ts'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'

const tagTones: Record<StateTone, TagTone> = { waiting: 'kerb', running: 'act', over: 'neutral', failed: 'bad' }

/** A state as a badge, coloured by what it means for staff. */
export function StateBadge({ state, label }: { state: string; label: string }) {
  return (
    <Tag tone={tagTones[findTone(state) ?? 'over']} wraps>
      {label}
    </Tag>
  )
}
