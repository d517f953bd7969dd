import { Download } from 'lucide-react'
import { useState } from 'react'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { download } from '#web/api/download.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

/** Saves the receipt of a paid request. */
export function ReceiptButton({ request: { id, number } }: { request: DocumentDetails }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    return download('GET /api/v1/documents/{id}/receipt.pdf', { id }, `${number}.pdf`)
      .catch(() => void toast(t('documents.request.receipt_failed'), { tone: 'error' }))
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="outline" wide busy={isBusy} className="mt-4" onClick={save}>
      <Download aria-hidden="true" className="size-4.5" />
      {t('documents.request.receipt')}
    </Button>
  )
}
