import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'

interface SearchFieldProps {
  label: string
  hint: string
  search: string
  onSearch: (text: string) => void
}

/** A search field that searches when its form is submitted. */
export function SearchField({ label, hint, search, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(search)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <form role="search" onSubmit={submit}>
      <Field label={label}>
        <TextInput
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder={hint}
          maxLength={120}
          after={
            <Button type="submit" variant="ghost" size="sm" aria-label={label}>
              <Search aria-hidden="true" className="size-5" />
            </Button>
          }
        />
      </Field>
    </form>
  )
}
