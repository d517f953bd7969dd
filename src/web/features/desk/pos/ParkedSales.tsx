import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ParkedSale } from '#contract/orders/desk/pos.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { parkedSalesQuery } from './api.ts'
import { type OpenSale, toParked } from './openSale.ts'

interface ParkDialogProps {
  sale: OpenSale
  onParked: () => void
  onClose: () => void
}

/** Sets the sale aside under a name. */
export function ParkDialog({ sale, onParked, onClose }: ParkDialogProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const [name, setName] = useState(sale.customer?.name.slice(0, 60) ?? '')
  const [isIncomplete, setIncomplete] = useState(false)
  const { keyOf } = useRetryKey()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIncomplete(name.trim() === '')
    if (name.trim() === '') return
    const body = toParked(sale, name.trim())
    const parked = await run(
      () => call('POST /api/v1/pos/parked', { body, retryKey: keyOf({ id: sale.id, body }) }),
      t('desk.pos.parked.done', { name: name.trim() }),
    )
    if (parked === undefined) return
    void queries.invalidateQueries({ queryKey: parkedSalesQuery.queryKey })
    onParked()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.parked.title')}
      description={t('desk.pos.parked.text')}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="park-sale" wide>
          {t('desk.pos.parked.submit')}
        </Button>
      }
    >
      <form id="park-sale" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label={t('desk.pos.parked.name')}
          hint={t('desk.pos.parked.hint')}
          error={errors['name'] ?? (isIncomplete ? site('errors.fields.required') : undefined)}
          required
        >
          <TextInput autoComplete="off" maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        {refusal !== undefined && Object.keys(errors).length === 0 && (
          <Notice tone="error" live>
            {describeFailure(site, refusal)}
          </Notice>
        )}
      </form>
      {dialog}
    </Dialog>
  )
}

interface ParkedListProps {
  timezone: string
  onTaken: (sale: ParkedSale) => void
  onClose: () => void
}

/** The sales that are set aside at the branch, of which one is gone on with here. */
export function ParkedList({ timezone, onTaken, onClose }: ParkedListProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { data, error, refetch } = useQuery(parkedSalesQuery)
  const { run, refusal, dialog } = usePanelCall({ isShown: true })
  const { keyOf } = useRetryKey()
  const take = async (id: string, name: string) => {
    const taken = await run(
      () => call('POST /api/v1/pos/parked/{id}/take', { params: { id }, retryKey: keyOf({ id }) }),
      t('desk.pos.parked.taken', { name }),
    )
    void refetch()
    if (taken !== undefined) onTaken(taken)
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('desk.pos.parked.list')} closeLabel={t('desk.close')} size="md">
      <div className="grid gap-3">
        {error !== null ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton className="h-32 rounded-xl" aria-label={t('desk.loading')} />
        ) : data.items.length === 0 ? (
          <p className="text-ink-2">{t('desk.pos.parked.empty')}</p>
        ) : (
          <ul className="grid">
            {data.items.map(({ id, name, lines, register, parked_by, parked_at }) => (
              <li key={id} className="flex flex-wrap items-center gap-3 border-b border-line py-3 last:border-0">
                <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
                  <span className="block font-bold">{name}</span>
                  <span className="block">{lines.map((of) => `${of.line.quantity} × ${of.name}`).join(', ')}</span>
                  <span className="block text-sm text-ink-2">
                    {[register, parked_by, formatMoment(new Date(parked_at), timezone, locale)]
                      .filter((part) => part !== null)
                      .join(' · ')}
                  </span>
                </p>
                <Button size="md" className="min-h-11" onClick={() => void take(id, name)}>
                  {t('desk.pos.parked.take')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {refusal !== undefined && (
          <Notice tone="error" live>
            {refusal.status === 404 ? t('desk.pos.parked.gone') : describeFailure(site, refusal)}
          </Notice>
        )}
      </div>
      {dialog}
    </Dialog>
  )
}
