import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { leaveForm, setFormGuard } from '../formGuard.ts'
import { useDeskWords } from '../words.ts'

/** Asks before a link, a shortcut, the back button, a reload or the closed tab loses what was typed. */
export function useUnsavedGuard(isChanged: boolean): ReactNode {
  const { t } = useDeskWords()
  const navigate = useNavigate()
  const [pending, setPending] = useState<{ leave: () => void }>()
  useEffect(() => {
    if (!isChanged) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const stopLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || event.metaKey || event.ctrlKey) return
      if (link.origin !== window.location.origin) return
      event.preventDefault()
      event.stopPropagation()
      leaveForm(() => void navigate(link.pathname + link.search))
    }
    // Browsers without the Navigation API go back without a question.
    const stopBack = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return
      const { key } = event.destination
      event.preventDefault()
      leaveForm(() => void window.navigation.traverseTo(key))
    }
    setFormGuard((leave) => setPending({ leave }))
    window.addEventListener('beforeunload', warn)
    document.addEventListener('click', stopLink, true)
    window.navigation?.addEventListener('navigate', stopBack)
    return () => {
      setFormGuard(undefined)
      window.removeEventListener('beforeunload', warn)
      document.removeEventListener('click', stopLink, true)
      window.navigation?.removeEventListener('navigate', stopBack)
    }
  }, [isChanged, navigate])
  if (pending === undefined) return null
  const leave = () => {
    setFormGuard(undefined)
    setPending(undefined)
    pending.leave()
  }
  return (
    <Dialog
      open
      onOpenChange={() => setPending(undefined)}
      title={t('desk.form.unsaved')}
      description={t('desk.form.unsaved_text')}
      closeLabel={t('desk.close')}
      footer={
        <>
          <Button variant="outline" size="md" onClick={leave}>
            {t('desk.form.leave')}
          </Button>
          <Button size="md" onClick={() => setPending(undefined)}>
            {t('desk.form.stay')}
          </Button>
        </>
      }
    />
  )
}
