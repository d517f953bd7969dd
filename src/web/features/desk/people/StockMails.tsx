import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useChangeMailPreferences, useMailPreferences } from '#web/features/profile/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

/** Whether the person gets emails about low stock. */
export function StockMails() {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { data } = useMailPreferences()
  const change = useChangeMailPreferences()
  if (data === undefined) return null
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-1 text-md font-bold">{t('desk.profile.mails')}</h2>
      <Checkbox
        label={t('desk.profile.low_stock')}
        hint={t('desk.profile.low_stock_hint')}
        checked={data.low_stock}
        onChange={({ target }) =>
          change.mutate(
            { low_stock: target.checked },
            {
              onSuccess: () => toast(t('desk.record.saved')),
              onError: (error) => toast(describeFailure(site, error), { tone: 'error' }),
            },
          )
        }
      />
    </Card>
  )
}
