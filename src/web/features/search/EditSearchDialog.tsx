import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FindBox, type FindValue } from './FindBox.tsx'

interface EditSearchDialogProps {
  open: boolean
  onClose: () => void
  value: FindValue
  onFind: (value: FindValue) => void
}

/** The search box in a dialog: nothing changes until it is sent. A new key for each opening begins with what is. */
export default function EditSearchDialog({ open, onClose, value, onFind }: EditSearchDialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(value)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('search.edit_title')}
      closeLabel={t('common.close')}
      phone="full"
      size="md"
    >
      <FindBox
        look="rows"
        value={draft}
        onChange={setDraft}
        onFind={(found) => {
          onFind(found)
          onClose()
        }}
      />
    </Dialog>
  )
}
