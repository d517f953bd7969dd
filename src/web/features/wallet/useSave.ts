import { useState } from 'react'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { toast } from '#web/ui/overlay/toast.ts'

/** Saves a wallet document as a file; shows an error if it cannot be fetched. */
export function useSave() {
  const { t } = useTranslation()
  const [saving, setSaving] = useState(false)
  const save = async (fetching: () => Promise<void>) => {
    setSaving(true)
    try {
      await fetching()
    } catch (error) {
      toast(describeFailure(t, error), { tone: 'error' })
    } finally {
      setSaving(false)
    }
  }
  return { save, saving }
}
