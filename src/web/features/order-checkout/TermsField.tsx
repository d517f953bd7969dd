import { Trans } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

interface TermsFieldProps {
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}

/** The consent without which no order is placed. */
export function TermsField({ checked, onChange, error }: TermsFieldProps) {
  const link = 'text-act underline underline-offset-2'
  return (
    <Checkbox
      name="accept_terms"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      error={error}
      label={
        <Trans
          sentence="orders.accept_terms"
          components={{
            terms: <PageLink to={paths.terms()} className={link} />,
            privacy: <PageLink to={paths.privacy()} className={link} />,
          }}
        />
      }
    />
  )
}
