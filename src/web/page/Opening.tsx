import { useProfile } from '#web/api/useProfile.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { MissingPanel } from './lazyPart.tsx'
import { useOnline } from './media.ts'

interface OpeningProps {
  label: string
  /** Whether what is waited for could not be loaded. */
  isMissing?: boolean
  onRetry?: () => void
}

/** A whole screen while what it needs is loaded; what could not be is named, with a button that tries again. */
export const Opening = ({ label, isMissing = false, onRetry = () => {} }: OpeningProps) => (
  <div className="grid min-h-dvh place-content-center p-4 text-ink-3">
    {isMissing ? (
      <div className="text-ink">
        <MissingPanel onRetry={onRetry} />
      </div>
    ) : (
      <div className="text-xl">
        <Spinner label={label} />
      </div>
    )}
  </div>
)

/** The same while the profile is read, without which nobody's screen can be shown. */
export function OpeningProfile({ label }: Pick<OpeningProps, 'label'>) {
  const { isError, refetch } = useProfile()
  const isOnline = useOnline()
  return <Opening label={label} isMissing={isError || !isOnline} onRetry={() => void refetch()} />
}
