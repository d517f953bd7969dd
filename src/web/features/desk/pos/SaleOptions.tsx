import { type FormEvent, useState } from 'react'
import type { CounterCustomer } from '#contract/orders/desk/pos.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney, formatNumber } from '#web/time/format.ts'
import { parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { RemovableChip } from '#web/ui/Chip.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import type { GivenDiscount, OpenSale } from './openSale.ts'

interface SaleOptionsProps {
  sale: OpenSale
  currency: string
  /** What the seller may take off by themselves, in percent. */
  discountPercent: number
  onChange: (changed: Partial<OpenSale>) => void
}

/** Whose sale it is, what is taken off, and a note. */
export function SaleOptions({ sale, currency, discountPercent, onChange }: SaleOptionsProps) {
  const { t, locale } = useDeskWords()
  const [dialog, setDialog] = useState<'customer' | 'discount' | 'note'>()
  const { customer, discount, note } = sale
  const close = () => setDialog(undefined)
  const remove = (name: string) => t('desk.pos.options.remove', { name })
  return (
    <div className="flex flex-wrap gap-2">
      {customer === undefined ? (
        <Button variant="outline" size="md" onClick={() => setDialog('customer')}>
          {t('desk.pos.customer.open')}
        </Button>
      ) : (
        <RemovableChip
          removeLabel={remove(customer.name)}
          onRemove={() => onChange({ customer: undefined, draft: { ...sale.draft, promo_code: '' } })}
        >
          {customer.name}
        </RemovableChip>
      )}
      {discount === undefined ? (
        <Button variant="outline" size="md" onClick={() => setDialog('discount')}>
          {t('desk.pos.discount.open')}
        </Button>
      ) : (
        <RemovableChip
          removeLabel={remove(t('desk.pos.discount.open'))}
          onRemove={() => onChange({ discount: undefined })}
        >
          {discount.kind === 'percentage'
            ? t('desk.pos.discount.percent', { percent: formatNumber(discount.value, locale) })
            : t('desk.pos.discount.amount_off', { amount: formatMoney(discount.value, currency, locale) })}
        </RemovableChip>
      )}
      {note === '' ? (
        <Button variant="outline" size="md" onClick={() => setDialog('note')}>
          {t('desk.pos.note.open')}
        </Button>
      ) : (
        <RemovableChip removeLabel={remove(t('desk.pos.note.open'))} onRemove={() => onChange({ note: '' })}>
          <span className="max-w-48 truncate">{note}</span>
        </RemovableChip>
      )}
      {dialog === 'customer' && (
        <CustomerDialog
          onChoose={(chosen) => {
            onChange({ customer: chosen })
            close()
          }}
          onClose={close}
        />
      )}
      {dialog === 'discount' && (
        <DiscountDialog
          currency={currency}
          most={discountPercent}
          onGiven={(given) => {
            onChange({ discount: given, draft: { ...sale.draft, promo_code: '' } })
            close()
          }}
          onClose={close}
        />
      )}
      {dialog === 'note' && (
        <NoteDialog
          onWritten={(written) => {
            onChange({ note: written })
            close()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

interface CustomerDialogProps {
  /** What was scanned. */
  search?: string
  onChoose: (customer: CounterCustomer) => void
  onClose: () => void
}

/** Finds a customer by a number, an address, a code or a pass. */
export function CustomerDialog({ search: scanned = '', onChoose, onClose }: CustomerDialogProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const [search, setSearch] = useState(scanned)
  const [found, setFound] = useState<readonly CounterCustomer[]>()
  const [isEmpty, setEmpty] = useState(false)
  const find = async (event: FormEvent) => {
    event.preventDefault()
    setEmpty(search.trim() === '')
    if (search.trim() === '') return
    const answer = await run(
      () => call('POST /api/v1/pos/customers/find', { body: { search: search.trim() } }),
      ({ items }) => t('desk.pos.customer.found', { count: items.length }),
    )
    if (answer === undefined) return
    const [only] = answer.items
    if (answer.items.length === 1 && !only!.is_disabled) onChoose(only!)
    else setFound(answer.items)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.customer.title')}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="find-customer" wide>
          {t('desk.pos.customer.find')}
        </Button>
      }
    >
      <form id="find-customer" noValidate onSubmit={(event) => void find(event)} className="grid gap-4">
        <Field
          label={t('desk.pos.customer.search')}
          hint={t('desk.pos.customer.hint')}
          error={isEmpty ? site('errors.fields.required') : errors['search']}
        >
          <TextInput
            autoComplete="off"
            maxLength={600}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </Field>
        {found?.length === 0 && <p role="status">{t('desk.pos.customer.none')}</p>}
        <ul className="grid gap-2">
          {found?.map((customer) => (
            <li key={customer.id} className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-0 wrap-anywhere">
                <span className="font-bold">{customer.name}</span>
                <span className="block text-sm text-ink-2">{customer.contact}</span>
              </p>
              {customer.is_disabled ? (
                <p className="text-sm text-bad">{t('desk.orders.phone.disabled')}</p>
              ) : (
                <Button variant="outline" size="md" onClick={() => onChoose(customer)}>
                  {t('desk.orders.phone.choose')}
                </Button>
              )}
            </li>
          ))}
        </ul>
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

interface DiscountDialogProps {
  currency: string
  most: number
  onGiven: (discount: GivenDiscount) => void
  onClose: () => void
}

/** Takes a percentage or an amount off, with a reason, and with a manager's code where it is more than the seller may give. */
function DiscountDialog({ currency, most, onGiven, onClose }: DiscountDialogProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const [kind, setKind] = useState<'percentage' | 'amount'>('percentage')
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  const [code, setCode] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const { keyOf } = useRetryKey()
  const typed = parseTypedNumber(value, locale)
  const needsCode =
    most < 100 && (most === 0 || (kind === 'percentage' && (typed ?? 0) > most) || refusal?.code === 'approval_needed')
  const takesCode = needsCode || refusal?.code === 'manager_code'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isMissing = typed === undefined || reason.trim() === '' || (needsCode && code.trim() === '')
    setIncomplete(isMissing)
    if (isMissing) return
    const body = { kind, value: typed, reason: reason.trim(), ...(takesCode && { code: code.trim() }) }
    const given = await run(
      () => call('POST /api/v1/pos/discounts', { body, retryKey: keyOf(body) }),
      t('desk.pos.discount.done'),
    )
    if (given === undefined) setCode('')
    else onGiven(given)
  }
  const required = site('errors.fields.required')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.discount.title')}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="discount" wide>
          {t('desk.pos.discount.submit')}
        </Button>
      }
    >
      <form id="discount" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <RadioCards
          legend={t('desk.pos.discount.kind')}
          name="discount-kind"
          columns={2}
          cards={(['percentage', 'amount'] as const).map((choice) => ({
            value: choice,
            label: t(`desk.pos.discount.${choice}`),
          }))}
          value={kind}
          onChange={setKind}
        />
        <Field
          label={
            kind === 'percentage' ? t('desk.pos.discount.value_percent') : `${t('desk.pos.cash.amount')} (${currency})`
          }
          hint={
            most > 0 && most < 100 ? t('desk.pos.discount.most', { percent: formatNumber(most, locale) }) : undefined
          }
          error={errors['value'] ?? (isIncomplete && typed === undefined ? required : undefined)}
          required
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
        </Field>
        <Field
          label={t('desk.pos.cash.reason')}
          error={errors['reason'] ?? (isIncomplete && reason.trim() === '' ? required : undefined)}
          required
        >
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        {takesCode && (
          <Field
            label={t('desk.pos.discount.code')}
            hint={t('desk.pos.discount.code_hint')}
            error={isIncomplete && code.trim() === '' ? required : undefined}
            required
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </Field>
        )}
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

function NoteDialog({ onWritten, onClose }: { onWritten: (note: string) => void; onClose: () => void }) {
  const { t } = useDeskWords()
  const [note, setNote] = useState('')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.note.title')}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="sale-note" wide>
          {t('desk.pos.note.submit')}
        </Button>
      }
    >
      <form
        id="sale-note"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onWritten(note.trim())
        }}
      >
        <Field label={t('desk.pos.note.open')} hint={t('desk.pos.note.hint')}>
          <TextInput autoComplete="off" maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
