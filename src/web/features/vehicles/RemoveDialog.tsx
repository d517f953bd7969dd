import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'

interface RemoveDialogProps {
  name: string
  onClosed: () => void
  onRemove: () => void
}

/** Asks for confirmation, and lists what is deleted with the vehicle. */
export default function RemoveDialog({ name, onClosed, onRemove }: RemoveDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={onClosed}
      title={t('vehicles.remove_title', { name })}
      description={t('vehicles.remove_text')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button variant="outline" size="md" onClick={onClosed}>
            {t('vehicles.keep')}
          </Button>
          <Button
            variant="danger"
            size="md"
            onClick={() => {
              onRemove()
              onClosed()
            }}
          >
            {t('vehicles.remove')}
          </Button>
        </>
      }
    />
  )
}
