import { Trans } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { PageLink } from '#web/ui/PageLink.tsx'

/** The terms that the driver agrees to by booking. */
export function TermsNote() {
  const link = 'text-act underline underline-offset-2'
  return (
    <Trans
      sentence="checkout.agree"
      components={{
        terms: <PageLink to={paths.terms()} className={link} />,
        cancellation: <PageLink to={paths.cancellation()} className={link} />,
      }}
    />
  )
}
