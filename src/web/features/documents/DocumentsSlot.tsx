import { lazy, Suspense } from 'react'
import { useHydrating } from '#web/lib/rendering.ts'
import { FormSkeleton } from './FormSkeleton.tsx'

const RenewalForm = lazy(() => import('./RenewalForm.tsx'))

/** The form of a request within its content page. What it shows depends on this device, so it follows hydration. */
export function DocumentsSlot() {
  if (useHydrating()) return <FormSkeleton />
  return (
    <Suspense fallback={<FormSkeleton />}>
      <RenewalForm />
    </Suspense>
  )
}
