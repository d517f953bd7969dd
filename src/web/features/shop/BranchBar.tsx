import { LocateFixed, Store } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { FrontBranch } from '#contract/catalogue/marketplace.ts'
import { minute_ms } from '#contract/time.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { BrowseChips } from '#web/features/places/BrowseChips.tsx'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { findNearest } from './useShop.ts'

interface BranchBarProps {
  branch: FrontBranch
  branches: readonly FrontBranch[]
  hrefFor: (slug: string) => string
}

/** The branch whose menu is shown, and the others of the country to choose from. */
export function BranchBar({ branch, branches, hrefFor }: BranchBarProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('shop.branch')} className="grid grid-cols-1 gap-1">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Store aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
        <PageLink
          to={paths.branch(branch.slug)}
          className="inline-flex min-h-11 min-w-0 items-center font-semibold underline decoration-line underline-offset-4 hover:text-act"
        >
          {[branch.name, branch.city].join(', ')}
        </PageLink>
        <span className={branch.open ? 'text-sm text-free' : 'text-sm text-ink-2'}>
          {t(branch.open ? 'shop.open_now' : 'shop.closed_now')}
        </span>
        {branch.is_example && <ExampleTag />}
      </p>
      {branches.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-3">
          <BrowseChips
            label={t('shop.branches')}
            className="min-w-0"
            chips={branches.map(({ slug, name, city }) => ({
              key: slug,
              label: branches.every((branch) => branch.city === city) ? name : `${name}, ${city}`,
              to: hrefFor(slug),
              current: slug === branch.slug,
            }))}
          />
          <NearestButton branches={branches} hrefFor={hrefFor} />
        </div>
      )}
    </section>
  )
}

const patience_ms = 10_000

/** Chooses the branch that is nearest to the device. */
function NearestButton({ branches, hrefFor }: Pick<BranchBarProps, 'branches' | 'hrefFor'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  if (useHydrating() || !('geolocation' in navigator)) return null
  const find = () => {
    setIsBusy(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsBusy(false)
        const nearest = findNearest(branches, { lat: coords.latitude, lng: coords.longitude })
        if (nearest !== undefined) void navigate(hrefFor(nearest.slug))
      },
      () => {
        setIsBusy(false)
        toast(t('shop.no_position'), { tone: 'error' })
      },
      { timeout: patience_ms, maximumAge: minute_ms },
    )
  }
  return (
    <Button variant="link" size="sm" busy={isBusy} onClick={find}>
      <LocateFixed aria-hidden="true" className="size-4.5" />
      {t('shop.nearest')}
    </Button>
  )
}
