import type { ReactNode } from 'react'
import { useTranslation } from '#web/page/translation.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput, type TextInputProps } from '#web/ui/form/TextInput.tsx'
import type { StepProps } from './StepProps.ts'

type TextName = 'plate' | 'make' | 'model' | 'colour' | 'chassis_number' | 'engine_number' | OwnerName
type OwnerName = 'owner_name' | 'owner_address' | 'owner_phone' | 'owner_email' | 'delivery_address'
type NumberName = 'year' | 'engine_cc'

interface TextFieldProps extends StepProps, Omit<TextInputProps, 'form' | 'onChange' | 'value' | 'name'> {
  name: TextName | NumberName
  hint?: ReactNode
  isNumber?: boolean
  /** In capitals, as on papers. */
  isCode?: boolean
}

/** A text or a whole number of the form. */
export function TextField({
  name,
  form,
  onChange,
  errorOf,
  hint,
  isNumber = false,
  isCode = false,
  className,
  ...input
}: TextFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t(`documents.fields.${name}`)}
      hint={hint}
      error={errorOf(name)}
      required
      {...(className && { className })}
    >
      <TextInput
        {...input}
        {...(isCode && {
          autoCapitalize: 'characters',
          autoComplete: 'off',
          spellCheck: false,
          className: 'uppercase',
        })}
        name={name}
        value={form[name] ?? ''}
        inputMode={isNumber ? 'numeric' : input.inputMode}
        onChange={({ target }) => {
          if (!isNumber) return onChange({ [name]: target.value === '' ? null : target.value })
          const digits = target.value.replaceAll(/\D/g, '')
          return onChange({ [name]: digits === '' ? null : Number(digits) })
        }}
      />
    </Field>
  )
}
