import { dashboardPeriods } from '#contract/desk/dashboard.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import type { Period } from './usePeriod.ts'

/** The choice of a period; `PeriodDays` has the days of one's own. */
export function PeriodChoice({ period: { period, show } }: { period: Period }) {
  const { t } = useDeskWords()
  return (
    <Segmented
      label={t('desk.dashboard.period')}
      segments={dashboardPeriods.map((value) => ({ value, label: t(`desk.dashboard.periods.${value}`) }))}
      value={period}
      onChange={(value) => show({ period: value, page: '' })}
    />
  )
}

export function PeriodDays({ period }: { period: Period }) {
  const { t } = useDeskWords()
  if (period.period !== 'custom') return null
  return (
    <div className="mb-4 grid max-w-md grid-cols-2 gap-3">
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={t(`desk.dashboard.${name}`)}>
          <TextInput
            type="date"
            value={period[name]}
            onChange={({ target }) => period.show({ [name]: target.value, page: '' })}
          />
        </Field>
      ))}
    </div>
  )
}
