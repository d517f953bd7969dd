import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'

interface FormButtonsProps {
  label: string
  busy: boolean
  onCancel: () => void
}

/** Submit and cancel buttons of a form that opens in place. */
export function FormButtons({ label, busy, onCancel }: FormButtonsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col-reverse gap-2.5 sm:flex-row">
      <Button variant="outline" size="md" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" size="md" busy={busy}>
        {label}
      </Button>
    </div>
  )
}
