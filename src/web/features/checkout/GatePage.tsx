import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePark } from '#web/features/parks/api.ts'
import { parkLabel } from '#contract/park-label.ts'
import { usePageTitle } from '#web/lib/usePageTitle.ts'
import { Gate } from './Gate.tsx'
import { NoPark } from './NoPark.tsx'
import { useGateWindow } from './useGateWindow.ts'

/** At the gate, by the code that stands there: plate, until when, pay. */
export default function GatePage() {
  const { slug = '' } = useParams()
  return <GateOf key={slug} slug={slug} />
}

function GateOf({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { window, change, refit } = useGateWindow(slug)
  const park = usePark(slug, window.ahead)
  usePageTitle(park.data && t('pages.gate.title', { name: parkLabel(park.data, t) }))
  if (park.data?.bookable !== true) return <NoPark park={park} window={window} />
  return <Gate park={park.data} slug={slug} window={window} onStay={change} refit={refit} />
}
