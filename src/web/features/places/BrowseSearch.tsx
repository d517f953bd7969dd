import { Search } from 'lucide-react'
import { useState } from 'react'
import type { CountryCode } from '#contract/places/places.ts'
import { longestSearch } from '#contract/search/search-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'

interface BrowseSearchProps {
  /** Sent along by the plain form, before the page's code has run. */
  country: CountryCode
  /** More that is sent along, by name. */
  hidden?: Readonly<Record<string, string>>
  /** Name of the text in the address. */
  name?: string
  search: string
  label: string
  placeholder?: string
  maxLength?: number
  submit: string
  onSearch: (text: string) => void
}

/** The search field above a list. Use the text as its key, so that it follows the address. */
export function BrowseSearch({
  country,
  hidden = {},
  name = 'search',
  search,
  label,
  placeholder,
  maxLength = longestSearch.text,
  submit,
  onSearch,
}: BrowseSearchProps) {
  const [text, setText] = useState(search)
  return (
    <form
      role="search"
      className="grid max-w-2xl grid-cols-[1fr_auto] items-end gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      {Object.entries({ country, ...hidden }).map(([first, value]) => (
        <input key={first} type="hidden" name={first} value={value} />
      ))}
      <Field label={label}>
        <TextInput
          type="search"
          name={name}
          value={text}
          maxLength={maxLength}
          enterKeyHint="search"
          placeholder={placeholder}
          before={<Search aria-hidden="true" className="size-5" />}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit">{submit}</Button>
    </form>
  )
}
