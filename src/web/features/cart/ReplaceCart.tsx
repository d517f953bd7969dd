import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'

export default function ReplaceCart({ onReplace, onClosed }: { onReplace: () => Promise<void>; onClosed: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClosed()}
      title={t('cart.other_branch')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button variant="outline" onClick={onClosed}>
            {t('cart.keep')}
          </Button>
          <Button onClick={onReplace}>{t('cart.replace')}</Button>
        </>
      }
    >
      <p>{t('cart.other_branch_text')}</p>
    </Dialog>
  )
}
