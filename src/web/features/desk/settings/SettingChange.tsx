import type { DeskForm } from '#contract/lists/records.ts'
import { settingForms } from '#contract/settings/forms.ts'
import type { SettingGroup } from '#contract/settings/settings.ts'
import { useDeskWords } from '#web/features/lists/words.ts'

/** What a setting is called: a sentence of the interface by its key, a switch of the notifications by its event and channel. */
export function useSettingName(): (group: SettingGroup, field: string) => string {
  const { t, translateKey } = useDeskWords()
  return (group, field) => {
    if (group === 'sentences') return field
    if (group !== 'notification') return translateKey(`desk.records.settings.fields.${field}`)
    const [event = '', channel = ''] = field.split('.')
    return t('desk.settings.notification.choice', {
      event: translateKey(`desk.settings.notification.events.${event}`),
      channel: translateKey(`desk.settings.notification.channels.${channel}`),
    })
  }
}

interface SettingChangeProps {
  group: SettingGroup
  field: string
  before: unknown
  after: unknown
}

/** What a setting was and what it is, in words; pictures as they are. */
export function SettingChange({ group, field, before, after }: SettingChangeProps) {
  const { t, translateKey } = useDeskWords()
  const name = useSettingName()(group, field)
  const described = (settingForms[group] as DeskForm).fields[field]
  const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
  const describe = (value: unknown): string => {
    if (group === 'notification') return t(`desk.settings.notification.${value === false ? 'off' : 'on'}`)
    if (isEmpty(value)) return t('desk.settings.not_set')
    if (typeof value === 'boolean') return t(value ? 'desk.yes' : 'desk.no')
    return described !== undefined && 'words' in described && described.words !== undefined
      ? translateKey(`desk.words.${described.words}.${String(value)}`)
      : String(value)
  }
  if (described?.kind !== 'picture')
    return <>{t('desk.settings.change', { before: describe(before), after: describe(after) })}</>
  const show = (value: unknown) =>
    isEmpty(value) ? (
      t('desk.settings.not_set')
    ) : (
      <img src={String(value)} alt={name} className="h-10 w-20 rounded-md bg-sunk object-contain p-1" />
    )
  return (
    <span className="flex flex-wrap items-center gap-2">
      {show(before)}
      <span aria-hidden="true">→</span>
      {show(after)}
    </span>
  )
}
