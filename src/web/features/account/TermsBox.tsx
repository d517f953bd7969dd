import type { ComponentProps } from 'react'
import { Trans } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { LegalLink } from './LegalLink.tsx'

/** Accepts the terms and the privacy policy. */
export const TermsBox = (props: Omit<ComponentProps<typeof Checkbox>, 'label'>) => (
  <Checkbox
    {...props}
    label={
      <Trans
        sentence="auth.register.accept"
        components={{ terms: <LegalLink href={paths.terms()} />, privacy: <LegalLink href={paths.privacy()} /> }}
      />
    }
  />
)
