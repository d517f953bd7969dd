import { pageConfig } from '#web/lib/config.ts'
import { keeping } from './keeping.ts'
import { LegalPage, useLegal } from './LegalPage.tsx'

/** Undefined where the map comes from this very site. */
const mapHost = () => {
  const { host } = new URL(pageConfig.map_style_url, window.location.origin)
  return host === window.location.host ? undefined : host
}

export default function PrivacyPage() {
  const { privacy } = useLegal()
  const host = mapHost()
  return (
    <LegalPage
      text={privacy}
      values={{ ...keeping, ...(host !== undefined && { host }) }}
      without={host === undefined ? ['map'] : []}
    />
  )
}
