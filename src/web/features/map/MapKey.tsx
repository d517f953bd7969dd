import { Info } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { formatNumber } from '#web/time/format.ts'

/** An example, as in "+8". */
const exampleCount = 8
const exampleCluster = 12

/** Explains the marks on the map: dots, counts and grey labels. Opens and closes by touch and keyboard. */
export function MapKey() {
  const { t, locale } = useTranslation()
  const key = useRef<HTMLDetailsElement>(null)
  const count = formatNumber(exampleCount, locale)
  return (
    <details
      ref={key}
      className="map-key"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || key.current?.open !== true) return
        // The map's own Escape deselects a park.
        event.stopPropagation()
        key.current.open = false
        key.current.querySelector('summary')?.focus()
      }}
    >
      <summary>
        <Info aria-hidden="true" />
        {t('map.key.title')}
      </summary>
      <dl>
        <dt>
          <span className="key-dot" />
          <span className="sr-only">{t('map.key.dot_name')}</span>
        </dt>
        <dd>{t('map.key.dot')}</dd>
        <dt>
          <span className="key-count">+{count}</span>
        </dt>
        <dd>{t('map.key.more', { count: exampleCount })}</dd>
        <dt>
          <span className="key-many">{formatNumber(exampleCluster, locale)}</span>
        </dt>
        <dd>{t('map.key.many')}</dd>
        <dt>
          <span className="key-off" />
          <span className="sr-only">{t('map.key.off_name')}</span>
        </dt>
        <dd>{t('map.key.off')}</dd>
      </dl>
    </details>
  )
}
