import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { menuPath } from './menus.ts'
import { useMenuLabel } from './useMenuLabel.ts'

/** Vehicle documents in Nigeria's headers where these have no row of links; its words stand below each other. */
export function VehicleDocsLink({ className }: { className?: string }) {
  const label = useMenuLabel()
  return (
    <PageLink
      to={menuPath('vehicle-docs-renewal')}
      className={cx(
        'grid min-h-11 w-min shrink-0 place-items-center rounded-md px-0.5 text-center text-xs leading-tight font-semibold',
        className,
      )}
    >
      {label('vehicle-docs-renewal')}
    </PageLink>
  )
}
