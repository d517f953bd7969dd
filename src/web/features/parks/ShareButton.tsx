import { Share2 } from 'lucide-react'
import { shareLink } from '#web/page/share.ts'
import { useTranslation } from '#web/page/translation.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

interface ShareButtonProps {
  /** Path of the page, without the reader's own search. */
  path: string
  title: string
  className?: string
}

/** Shares a page of a car park with the device's apps, or copies its link. */
export function ShareButton({ path, title, className }: ShareButtonProps) {
  const { t } = useTranslation()
  const share = async () => {
    const url = new URL(path, window.location.origin).href
    const outcome = await shareLink({ title, url })
    if (outcome === 'copied') toast(t('park.link_copied'))
    if (outcome === 'failed') toast(t('park.link_not_copied', { url }), { tone: 'info' })
  }
  return (
    <IconButton
      label={t('park.share')}
      icon={<Share2 aria-hidden="true" />}
      onClick={() => void share()}
      className={className}
    />
  )
}
