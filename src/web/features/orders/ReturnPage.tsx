import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { returnReasons, type OrderReturn } from '#contract/orders/order-returns.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { settings } from '#contract/settings/settings.ts'
import { describeFailure } from '#web/api/failures.ts'
import { Stepper } from '#web/features/cart/Stepper.tsx'
import { ItemPicture } from '#web/features/catalogue/ItemPicture.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { paths } from '#web/paths.ts'
import { formatDeadlineInSentence } from '#web/time/inSentence.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field, FieldError } from '#web/ui/form/Field.tsx'
import { FormError, type FormErrorItem } from '#web/ui/form/FormError.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { PhotoField } from '#web/ui/form/PhotoField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { usePhoto } from '#web/ui/form/usePhoto.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { Page, PageHead } from '#web/ui/Page.tsx'
import { useRequestReturn } from './api-returns.ts'
import { useOrder } from './api.ts'
import { OrderFrame } from './OrderFrame.tsx'
import { useAddOrderPhoto } from './photos.ts'

const maxNoteLength = 500

/** Asks to send items of an order back: which, how many, why, and a photo. */
export default function ReturnPage() {
  const { order: order_number = '' } = usePageParams()
  return (
    <OrderFrame found={useOrder(order_number)}>
      {(order) => (order.can.return ? <ReturnForm order={order} /> : <NothingToReturn order={order} />)}
    </OrderFrame>
  )
}

function NothingToReturn({ order: { order_number } }: { order: OrderDetails }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      live
      title={t('order_care.returns.none')}
      action={<ButtonLink to={paths.order(order_number)}>{t('order_care.back')}</ButtonLink>}
      className="py-16"
    >
      {t('order_care.returns.none_text')}
    </EmptyState>
  )
}

function ReturnForm({ order }: { order: OrderDetails }) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const { order_number, branch } = order
  usePageTitle(`${t('order_care.returns.heading', { number: order_number })} | ${settings().company.name}`)
  const lines = order.lines.filter(({ returnable }) => returnable > 0)
  const [chosen, setChosen] = useState<Record<string, number>>({})
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const photo = usePhoto()
  const [problem, setProblem] = useState<{ title: string; errors: FormErrorItem[]; attempt: number }>()
  const [isSending, setSending] = useState(false)
  const sendPhoto = useAddOrderPhoto(order.id)
  const request = useRequestReturn(order.id)
  // The only thing that can be sent back needs no choice.
  const only = lines.length === 1 && lines[0]!.returnable === 1
  // The order may change while the form is open.
  const countOf = (id: string, most: number) => Math.min(only ? 1 : (chosen[id] ?? 0), most)
  const returned = lines
    .map(({ id, returnable }) => ({ id, quantity: countOf(id, returnable) }))
    .filter(({ quantity }) => quantity > 0)
  const isMissing = { lines: returned.length === 0, reason: reason === '' }
  const linesError = useId()
  const isLineMissing = problem !== undefined && isMissing.lines
  const refuse = (title: string, errors: FormErrorItem[] = []) =>
    setProblem((before) => ({ title, errors, attempt: (before?.attempt ?? 0) + 1 }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    const missing = [
      ...(isMissing.lines ? [{ message: t('order_care.returns.choose') }] : []),
      ...(isMissing.reason ? [{ field: 'reason', message: t('order_care.returns.choose_reason') }] : []),
    ]
    if (missing.length > 0) return refuse(t('errors.validation_failed'), missing)
    setSending(true)
    try {
      const ready = await photo.whenReady()
      if (ready === undefined) return
      const photo_id = ready.url === undefined ? undefined : await sendPhoto(ready.url)
      await request.mutateAsync({
        lines: returned,
        reason: reason as OrderReturn['reason'],
        ...(note.trim() !== '' && { note: note.trim().replaceAll(/\s*\n\s*/g, ' ') }),
        ...(photo_id !== undefined && { photo_id }),
      })
      toast(t('order_care.returns.sent'))
      void navigate(paths.order(order_number), { replace: true })
    } catch (error) {
      refuse(describeFailure(t, error))
    } finally {
      setSending(false)
    }
  }
  const until = lines.map(({ returnable_until }) => returnable_until!).toSorted()[0]!
  return (
    <Page width="form" className="pb-10">
      <PageHead
        title={t('order_care.returns.heading', { number: order_number })}
        lead={t('order_care.returns.until', {
          until: formatDeadlineInSentence(new Date(until), branch.timezone, locale),
        })}
      />
      <form noValidate onSubmit={submit} className="grid gap-6">
        {problem !== undefined && <FormError {...problem} />}
        <fieldset
          aria-invalid={isLineMissing ? true : undefined}
          aria-describedby={isLineMissing ? linesError : undefined}
          className="min-w-0"
        >
          <legend className="mb-1 text-base font-semibold">{t('order_care.returns.which')}</legend>
          <ul className="divide-y divide-line border-y border-line">
            {lines.map(({ id, item, variation, returnable }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
                <ItemPicture item={item} className="size-14" />
                <span className="min-w-0 flex-1 basis-28">
                  <span className="block font-semibold">{item.name}</span>
                  <span className="text-sm text-ink-2">
                    {[variation, t('order_care.returns.most', { count: returnable })].filter(Boolean).join(' · ')}
                  </span>
                </span>
                {only ? (
                  <span className="font-bold tabular-nums">1</span>
                ) : (
                  <Stepper
                    label={t('order_care.returns.quantity', { item: item.name })}
                    value={countOf(id, returnable)}
                    least={0}
                    most={returnable}
                    onChange={(count) => setChosen((before) => ({ ...before, [id]: count }))}
                  />
                )}
              </li>
            ))}
          </ul>
          <FieldError id={linesError} error={isLineMissing ? t('order_care.returns.choose') : undefined} />
        </fieldset>
        <Field
          label={t('order_care.returns.reason')}
          required
          error={problem !== undefined && isMissing.reason ? t('order_care.returns.choose_reason') : undefined}
        >
          <NativeSelect
            name="reason"
            placeholder={t('order_care.choose')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            options={returnReasons.map((value) => ({ value, label: t(`order_care.returns.reasons.${value}`) }))}
          />
        </Field>
        <Field label={t('order_care.returns.note')} aside={t('common.optional')}>
          <TextArea
            name="note"
            rows={3}
            maxLength={maxNoteLength}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
        <PhotoField
          label={t('order_care.photo')}
          hint={t('order_care.returns.photo_hint')}
          alt={t('order_care.returns.photo_alt')}
          aside={t('common.optional')}
          photo={photo}
        />
        <p className="text-ink-2">{t('order_care.returns.what_next', { branch: branch.name })}</p>
        <ButtonLink to={paths.order(order_number)} variant="ghost" wide>
          {t('order_care.back')}
        </ButtonLink>
        <ActionBar>
          <Button type="submit" wide busy={isSending}>
            {t('order_care.returns.send')}
          </Button>
        </ActionBar>
      </form>
    </Page>
  )
}
