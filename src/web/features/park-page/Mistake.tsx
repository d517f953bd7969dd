import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import { Button } from '#web/ui/Button.tsx'

const load = () => import('./MistakeDialog.tsx')
const MistakeDialog = lazy(load)

/** Says what is wrong with what stands here; its form is fetched when it is wanted. */
export function Mistake({ park }: { park: Park }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  // Each opening begins with an empty form.
  const [opening, setOpening] = useState(0)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1 pb-6">
      <span className="text-ink-2">{t('park_page.mistake.lead')}</span>
      <Button
        variant="outline"
        size="md"
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => {
          setOpening(opening + 1)
          setOpen(true)
        }}
      >
        <Flag aria-hidden="true" className="size-4.5" />
        {t('park_page.mistake.open')}
      </Button>
      {opening > 0 && (
        <Suspense>
          <MistakeDialog key={opening} park={park} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}
