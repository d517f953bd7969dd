import { lazy, Suspense } from 'react'

const Body = lazy(() => import('./ReplaceCart.tsx'))

interface ReplaceCartDialogProps {
  onReplace: () => Promise<void>
  onClosed: () => void
}

/** Asks before a cart of another branch is replaced; loaded when it is needed. */
export const ReplaceCartDialog = (props: ReplaceCartDialogProps) => (
  <Suspense fallback={null}>
    <Body {...props} />
  </Suspense>
)
