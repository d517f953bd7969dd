import { useNavigate } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'

/** One part of a list, with its own address. */
export interface BrowseChoice {
  /** Sent by the plain form; empty for the whole list. */
  value: string
  label: string
  to: string
  current: boolean
  /** Number of entries. */
  total?: string
}

interface BrowseSelectProps {
  /** Where the plain form is sent, without a query. Without one the choices are pages: readers without scripts have their links. */
  address?: string
  /** Sent along by the plain form, by name. */
  hidden?: Readonly<Record<string, string>>
  name: string
  label: string
  choices: readonly BrowseChoice[]
  /** Of the plain form. */
  submit?: string
}

/** Selects of a list beside each other; on a phone in pairs, the last alone in its row where they are an odd number. */
export const browseGrid = 'grid grid-cols-2 gap-x-3 gap-y-4 lg:grid-cols-3 max-lg:*:last:odd:col-span-2'

/** A filter of a list as a select; without scripts a form that is sent. The same addresses are links in `BrowseLinks`. */
export function BrowseSelect({ address, hidden = {}, name, label, choices, submit }: BrowseSelectProps) {
  const navigate = useNavigate()
  const current = choices.findIndex((choice) => choice.current)
  return (
    <form
      action={address}
      data-applies=""
      className={cx(
        'grid min-w-0 grid-cols-1 items-end gap-2.5 noscript:grid-cols-[1fr_auto]',
        address === undefined && 'noscript:hidden',
      )}
    >
      {Object.entries(hidden).map(([first, value]) => (
        <input key={first} type="hidden" name={first} value={value} />
      ))}
      <Field label={label}>
        <NativeSelect
          name={name}
          value={choices[current]?.value ?? ''}
          options={choices.map(({ value, label: text, total }) => ({
            value,
            label: total === undefined ? text : `${text} (${total})`,
          }))}
          onChange={({ target }) => {
            const chosen = choices[target.selectedIndex]
            if (chosen !== undefined) void navigate(chosen.to)
          }}
        />
      </Field>
      {submit !== undefined && (
        <span className="hidden noscript:block">
          <Button type="submit" variant="outline">
            {submit}
          </Button>
        </span>
      )}
    </form>
  )
}
