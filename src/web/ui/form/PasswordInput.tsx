import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextInput, type TextInputProps } from './TextInput.tsx'

interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'after'> {
  showLabel: string
  hideLabel: string
}

/** A password, hidden until the eye is pressed. Say `autoComplete`: `current-password` or `new-password`. */
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
