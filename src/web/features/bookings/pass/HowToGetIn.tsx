import { Navigation } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Access } from '#contract/bookings/access.ts'
import { directionsTo } from '#web/features/parks/directions.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { MenuButton } from '#web/ui/overlay/MenuButton.tsx'

/** How to get in, step by step: to an entrance, through the gate, what the operator says, and the level. */
export function HowToGetIn({ access }: { access: Access | null | undefined }) {
  const { t } = useTranslation()
  if (!access) return null
  const { entrances, gate_code, level, steps } = access
  const all: [key: string, step: ReactNode][] = [
    ...entrances.map((entrance, n): [string, ReactNode] => [
      `entrance ${n}`,
      <Entrance key="entrance" {...entrance} isOnly={entrances.length === 1} />,
    ]),
    ...(gate_code === null
      ? []
      : [
          [
            'gate',
            <>
              {t('booking_access.gate_code')}{' '}
              <strong className="font-mono text-xl tracking-wide wrap-anywhere select-all">{gate_code}</strong>
            </>,
          ] satisfies [string, ReactNode],
        ]),
    ...steps.map((step, n): [string, ReactNode] => [`step ${n}`, step]),
    ...(level === null ? [] : [['level', t('booking_access.level', { level })] satisfies [string, ReactNode]]),
  ]
  return (
    <Card as="section">
      <h2 className="text-md">{t('booking_access.title')}</h2>
      <ol className="mt-2 grid list-decimal gap-2 pl-6 marker:font-semibold marker:text-ink-2">
        {all.map(([key, step]) => (
          <li key={key} className="pl-1 wrap-anywhere">
            {step}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Entrance({ name, isOnly, ...point }: Access['entrances'][number] & { isOnly: boolean }) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span>
        {name === null
          ? t(isOnly ? 'booking_access.entrance' : 'booking_access.other_entrance')
          : t(isOnly ? 'booking_access.entrance_named' : 'booking_access.other_entrance_named', { name })}
      </span>
      <MenuButton
        align="start"
        trigger={
          <Button variant="outline" size="sm">
            <Navigation aria-hidden="true" className="size-4.5" />
            {t('bookings.directions')}
          </Button>
        }
        groups={[
          {
            heading: t('bookings.directions_with'),
            entries: directionsTo(point).map(({ name: app, href }) => ({ label: app, href })),
          },
        ]}
      />
    </span>
  )
}
