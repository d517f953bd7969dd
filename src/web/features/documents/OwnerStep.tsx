import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import type { StepProps } from './StepProps.ts'
import { TextField } from './TextField.tsx'

/** Whose vehicle it is, and where the documents go. */
export function OwnerStep(props: StepProps) {
  const { t } = useTranslation()
  const { form, onChange, errorOf } = props
  return (
    <>
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField
          {...props}
          name="owner_name"
          maxLength={120}
          autoComplete="name"
          hint={t('documents.hints.owner_name')}
          className="sm:col-span-2"
        />
        <TextField
          {...props}
          name="owner_address"
          maxLength={300}
          autoComplete="street-address"
          className="sm:col-span-2"
        />
        <TextField
          {...props}
          name="owner_phone"
          type="tel"
          maxLength={25}
          autoComplete="tel"
          hint={t('documents.hints.owner_phone')}
        />
        <TextField
          {...props}
          name="owner_email"
          type="email"
          maxLength={200}
          autoComplete="email"
          hint={t('documents.hints.owner_email')}
        />
      </div>
      <RadioCards
        legend={t('documents.fields.handover')}
        name="handover"
        columns={2}
        required
        error={errorOf('handover')}
        cards={(['delivery', 'pickup'] as const).map((value) => ({
          value,
          label: t(`documents.handovers.${value}`),
          description: t(`documents.handover_hints.${value}`),
        }))}
        value={form.handover ?? undefined}
        onChange={(handover) => onChange({ handover })}
      />
      {form.handover === 'delivery' && (
        <div className="grid gap-1">
          <TextField {...props} name="delivery_address" maxLength={300} autoComplete="shipping street-address" />
          {form.owner_address !== null && form.owner_address !== form.delivery_address && (
            <div>
              <Button
                variant="link"
                onClick={() => {
                  onChange({ delivery_address: form.owner_address })
                  // The button goes, and would take the focus with it.
                  document.getElementsByName('delivery_address')[0]?.focus()
                }}
              >
                {t('documents.same_address')}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  )
}
