import type { ComponentProps } from 'react'
import { TextInput } from './TextInput.tsx'

/** An input for an email address: its keyboard, and nothing corrected. `username` names the address of an account. */
export function EmailInput({
  autoComplete,
  ...rest
}: ComponentProps<'input'> & { autoComplete: 'email' | 'username' }) {
  return (
    <TextInput
      {...rest}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
