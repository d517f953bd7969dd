import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDeskWords } from '#web/features/desk/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'

/** Asks before a link, a reload or the closed tab loses what was typed. */
export function useUnsavedGuard(isChanged: boolean): ReactNode {
  const { t } = useDeskWords()
  const navigate = useNavigate()
  const [to, setTo] = useState<string>()
  useEffect(() => {
    if (!isChanged) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const stop = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || event.metaKey || event.ctrlKey) return
      if (link.origin !== window.location.origin) return
      event.preventDefault()
      event.stopPropagation()
      setTo(link.pathname + link.search)
    }
    window.addEventListener('beforeunload', warn)
    document.addEventListener('click', stop, true)
    return () => {
      window.removeEventListener('beforeunload', warn)
      document.removeEventListener('click', stop, true)
    }
  }, [isChanged])
  if (to === undefined) return null
  return (
    <Dialog
      open
      onOpenChange={() => setTo(undefined)}
      title={t('desk.form.unsaved')}
      description={t('desk.form.unsaved_text')}
      closeLabel={t('desk.close')}
      footer={
        <>
          <Button variant="outline" size="md" onClick={() => void navigate(to)}>
            {t('desk.form.leave')}
          </Button>
          <Button size="md" onClick={() => setTo(undefined)}>
            {t('desk.form.stay')}
          </Button>
        </>
      }
    />
  )
}
