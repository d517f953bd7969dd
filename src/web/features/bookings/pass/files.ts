import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brand } from '#brand.ts'
import { getCalendar, getReceipt } from '#contract/booking-changes.ts'
import { download } from '#web/lib/download.ts'
import { toast } from '#web/ui/toast.ts'
import { reasonOf } from '#web/features/bookings/reason.ts'

const files = {
  calendar: { endpoint: getCalendar, ending: 'ics' },
  receipt: { endpoint: getReceipt, ending: 'pdf' },
} as const

/** Saves what a booking has as a file; says so when it cannot be fetched. */
export function useFiles(bookingCode: string) {
  const { t } = useTranslation()
  const [saving, setSaving] = useState<keyof typeof files>()
  const save = async (kind: keyof typeof files) => {
    const { endpoint, ending } = files[kind]
    setSaving(kind)
    try {
      await download(endpoint, { bookingCode }, `${brand.slug}-${bookingCode}.${ending}`)
    } catch (error) {
      toast(t('bookings.file_failed', { reason: reasonOf(t, error) }), { tone: 'error' })
    } finally {
      setSaving(undefined)
    }
  }
  return { save, saving }
}
