import { useState } from 'react'
import { credits } from '#contract/content/credits.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'

/** Lists the sources of data and pictures. */
export default function CreditsDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const close = (next: boolean) => {
    setOpen(next)
    if (!next) onClosed()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('credits.title')}
      description={t('credits.lead')}
      closeLabel={t('common.close')}
      size="md"
    >
      {Object.entries(credits).map(([part, list]) => (
        <section key={part} className="not-first:mt-5">
          <h3 className="text-md">{t(`credits.${part as keyof typeof credits}`)}</h3>
          <ul className="mt-1">
            {list.map(({ name, licence, href }) => (
              <li key={name} className="border-b border-line last:border-0">
                <a href={href} className="flex min-h-11 items-center justify-between gap-4 py-2 hover:text-act">
                  <span className="min-w-0 underline decoration-line underline-offset-4">{name}</span>
                  <span className="shrink-0 text-sm text-ink-2">
                    {licence === 'public_work' ? t('credits.public_work') : licence}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
