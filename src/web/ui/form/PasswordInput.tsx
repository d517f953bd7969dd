import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../IconButton.tsx'
import { TextInput, type TextInputProps } from './TextInput.tsx'

interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'after'> {
  showLabel: string
  hideLabel: string
}

/** A password with a button to show it. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordInput({ showLabel, hideLabel, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          label={shown ? hideLabel : showLabel}
          icon={shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
