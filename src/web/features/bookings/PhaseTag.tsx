import { useTranslation } from '#web/page/translation.ts'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import type { Phase } from './phase.ts'

const tones: Record<Phase, TagTone> = {
  held: 'kerb',
  coming: 'act',
  due: 'kerb',
  running: 'kerb',
  late: 'bad',
  ended: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
  missed: 'neutral',
}

/** The phase of a booking as a tag. */
export function PhaseTag({ phase }: { phase: Phase }) {
  const { t } = useTranslation()
  return <Tag tone={tones[phase]}>{t(`bookings.phase.${phase}`)}</Tag>
}
