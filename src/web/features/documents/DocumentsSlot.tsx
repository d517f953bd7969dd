import { lazy, Suspense } from 'react'
import { LeadForm } from '#web/features/leads/LeadForm.tsx'
import { useHydrating } from '#web/page/rendering.ts'
import { FormSkeleton } from './FormSkeleton.tsx'

const RenewalForm = lazy(() => import('./RenewalForm.tsx'))

/**
 * The form of a request within its content page. What it shows depends on this device, so it follows hydration. Without
 * scripts a plain form reaches staff, who make a request of it.
 */
export function DocumentsSlot() {
  if (useHydrating())
    return (
      <>
        <div className="noscript:hidden">
          <FormSkeleton />
        </div>
        <noscript>
          <LeadForm kind="documents" />
        </noscript>
      </>
    )
  return (
    <Suspense fallback={<FormSkeleton />}>
      <RenewalForm />
    </Suspense>
  )
}
