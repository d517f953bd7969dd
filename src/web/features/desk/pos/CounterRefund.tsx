import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeCamera } from '#web/ui/camera/CodeCamera.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { orderQuery } from '../orders/api.ts'
import { RefundForm } from '../orders/RefundForm.tsx'
import { useCameraLabels } from './useCameraLabels.ts'

interface CounterRefundProps {
  /** What was scanned, or the number. */
  number?: string
  onClose: () => void
}

/** The number that a receipt's code ends with, or that somebody typed. */
const toNumber = (text: string): string => text.trim().split('/').at(-1)!.toUpperCase()

/** Refunds an order at the counter: found by its number or the code of its receipt, paid to the wallet or out of the drawer. */
export function CounterRefund({ number: scanned = '', onClose }: CounterRefundProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const labels = useCameraLabels()
  const [typed, setTyped] = useState(scanned)
  const [number, setNumber] = useState(toNumber(scanned))
  const [isEmpty, setEmpty] = useState(false)
  const [isScanning, setScanning] = useState(false)
  const { data: order, error } = useQuery({ ...orderQuery(number), enabled: number !== '', retry: false })
  const find = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(typed.trim() === '')
    setNumber(toNumber(typed))
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.refund.title')}
      closeLabel={t('desk.close')}
      size="lg"
      phone="full"
    >
      <div data-scanner="" className="grid gap-4">
        <form noValidate onSubmit={find} className="flex flex-wrap items-end gap-2">
          <Field
            label={t('desk.pos.refund.search')}
            error={isEmpty ? site('errors.fields.required') : undefined}
            className="min-w-48 flex-1"
          >
            <TextInput
              autoComplete="off"
              maxLength={200}
              className="uppercase"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          <Button type="submit">{t('desk.pos.customer.find')}</Button>
          <Button variant="outline" onClick={() => setScanning(!isScanning)}>
            {t('desk.pos.scan.open')}
          </Button>
        </form>
        {isScanning && (
          <CodeCamera
            labels={labels}
            startsOn
            isPaused={false}
            onCode={(text) => {
              setScanning(false)
              setTyped(toNumber(text))
              setNumber(toNumber(text))
              return Promise.resolve()
            }}
          />
        )}
        {number !== '' && order === undefined && error === null && (
          <Skeleton className="h-40 rounded-xl" aria-label={t('desk.loading')} />
        )}
        {error !== null && (
          <Notice tone="error" live>
            {error instanceof CallError && error.status === 404
              ? t('desk.pos.refund.none', { number })
              : describeFailure(site, error)}
          </Notice>
        )}
        {order !== undefined &&
          (order.actions.includes('refund') ? (
            <RefundForm key={order.version} order={order} isAtCounter onChanged={() => {}} />
          ) : (
            <Notice>{t('desk.pos.refund.nothing', { number: order.order_number })}</Notice>
          ))}
      </div>
    </Dialog>
  )
}
