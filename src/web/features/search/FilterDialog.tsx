import { useState } from 'react'
import { withoutSizes } from '#web/features/booking-window/vehicleChoice.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { FilterFields, type FilterValue } from './FilterFields.tsx'
import { countFilters, noFilters } from './filters.ts'

interface FilterDialogProps {
  open: boolean
  onClose: () => void
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/** The filters in a sheet; changes apply on submit. A new key for each opening resets it. */
export default function FilterDialog({ open, onClose, value, onChange }: FilterDialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(value)
  const count = countFilters(draft)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('search_list.filters')}
      closeLabel={t('common.close')}
      size="md"
      footer={
        <>
          <Button
            variant="outline"
            disabled={count === 0}
            onClick={() => setDraft({ ...withoutSizes(draft.vehicle), ...noFilters })}
          >
            {t('search_list.clear_all')}
          </Button>
          <Button
            onClick={() => {
              onChange(draft)
              onClose()
            }}
          >
            {count === 0 ? t('search_list.show_all_parks') : t('search_list.apply_filters', { count })}
          </Button>
        </>
      }
    >
      <FilterFields value={draft} onChange={(change) => setDraft((last) => ({ ...last, ...change }))} />
    </Dialog>
  )
}
