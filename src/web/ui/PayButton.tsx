import { useReadOnly } from '#web/api/readOnly.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { cx } from './cx.ts'

/** A button that pays, or books what costs nothing. While nothing can be changed, it says so before the press. */
export function PayButton({ disabled, className, ...rest }: ButtonProps) {
  const { t } = useTranslation()
  const isReadOnly = useReadOnly() !== undefined
  return (
    <>
      {isReadOnly && <p className={cx('mb-2 text-sm text-few', className)}>{t('shell.read_only.pay')}</p>}
      <Button {...rest} {...(className !== undefined && { className })} disabled={isReadOnly || disabled === true} />
    </>
  )
}
