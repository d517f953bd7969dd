import { cx } from '#web/ui/cx.ts'

export interface SelectBoxProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Shows the label beside the box. */
  isLabelled?: boolean
}

/** The box that selects a row, or all rows of a page. On a narrow screen it is as large as a finger. */
export const SelectBox = ({ label, isOn, onChange, isLabelled = false }: SelectBoxProps) => (
  <label
    className={cx(
      isLabelled ? 'flex min-h-11 items-center gap-2' : '-m-2 grid size-8 place-items-center max-sm:size-11',
    )}
  >
    <span className={cx(isLabelled ? 'order-1' : 'sr-only')}>{label}</span>
    <input
      type="checkbox"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
      className="size-4.5 shrink-0 accent-act"
    />
  </label>
)
