import { useState } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { SearchBox, type SearchBoxValue } from './SearchBox.tsx'

interface EditSearchDialogProps {
  open: boolean
  onClose: () => void
  value: SearchBoxValue
  onSearch: (value: SearchBoxValue) => void
}

/** The search box in a dialog; changes apply on submit. A new key for each opening resets it. */
export default function EditSearchDialog({ open, onClose, value, onSearch }: EditSearchDialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(value)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('search_list.edit_title')}
      closeLabel={t('common.close')}
      phone="full"
      size="md"
    >
      <SearchBox
        variant="rows"
        value={draft}
        onChange={setDraft}
        onSearch={(found) => {
          onSearch(found)
          onClose()
        }}
      />
    </Dialog>
  )
}
