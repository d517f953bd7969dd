import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '../cx.ts'
import { dismissToast, type ToastMessage, toasts } from './toast.ts'

const icons = {
  success: <CircleCheck aria-hidden="true" className="text-free" />,
  error: <CircleAlert aria-hidden="true" className="text-bad" />,
  info: <Info aria-hidden="true" className="text-act" />,
}

interface ToasterProps {
  /** Accessible name of the region: 'Notifications'. */
  label: string
  closeLabel: string
}

/**
 * Shows toasts; rendered once, in the shell. Above the bottom bar on phones, in the lower corner on wide screens. Over a
 * dialog of a phone, whose buttons are at the bottom, at the top.
 */
export function Toaster({ label, closeLabel }: ToasterProps) {
  const messages = useSyncExternalStore(toasts.subscribe, toasts.get, toasts.get)
  return (
    <section
      aria-label={label}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(5.5rem+env(safe-area-inset-bottom))] z-60 grid justify-items-center gap-2 sm:inset-x-auto sm:right-6 sm:bottom-6 sm:justify-items-end max-sm:[body:has([role=dialog])_&]:top-3 max-sm:[body:has([role=dialog])_&]:bottom-auto"
    >
      {messages.map((message) => (
        <Message key={message.id} message={message} closeLabel={closeLabel} />
      ))}
    </section>
  )
}

function Message({ message, closeLabel }: { message: ToastMessage; closeLabel: string }) {
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(message.id), message.duration_ms)
    return () => clearTimeout(timer)
  }, [isPaused, message])

  return (
    <div
      role={message.tone === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
      className={cx(
        'pointer-events-auto flex w-full max-w-md items-center gap-3 rounded-lg border border-line bg-card py-1.5 pr-1.5 pl-4 text-ink shadow-float [&_svg]:size-5 [&_svg]:shrink-0',
        'transition-[transform,opacity] duration-200 ease-out starting:translate-y-3 starting:opacity-0',
      )}
    >
      {icons[message.tone]}
      <p className="min-w-0 flex-1 py-1.5 font-medium">{message.text}</p>
      {message.action && (
        <button
          type="button"
          className="min-h-11 rounded-md px-2.5 font-semibold text-act hover:text-act-press"
          onClick={() => {
            message.action?.run()
            dismissToast(message.id)
          }}
        >
          {message.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => dismissToast(message.id)}
        className="grid size-11 place-items-center rounded-md text-ink-2 hover:text-ink"
      >
        <X aria-hidden="true" />
      </button>
    </div>
  )
}
