import { useState } from 'react'
import { CallError } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/translation.ts'
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
      const reason = error instanceof CallError && error.problem ? error.message : t('common.network_error')
      toast(reason, { tone: 'error' })
    } finally {
      setSaving(false)
    }
  }
  return { save, saving }
}
