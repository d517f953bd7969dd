import { useTranslation } from '#web/page/translation.ts'

/** The first focusable element of every page. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      href="#main"
      onClick={(event) => {
        // Keep the address's hash, which the page may use.
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className="fixed top-2 left-2 z-80 -translate-y-[calc(100%+1rem)] rounded-lg bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
    >
      {t('shell.skip')}
    </a>
  )
}
