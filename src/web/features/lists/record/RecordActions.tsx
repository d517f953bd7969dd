import { ChevronDown } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AlreadyBooked } from '#contract/bookings/bookings.ts'
import type { DeskAction, DeskRecord, DeskRecordDescription } from '#contract/lists/records.ts'
import { fieldSchema } from '#contract/lists/records.ts'
import { CallError } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useMediaQuery } from '#web/page/media.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { narrowScreen } from '../list/cardLayout.ts'
import { useReauth } from '../Reauth.tsx'
import { useScreenActions } from '../screenActions.ts'
import { ToolMenu } from '../ToolMenu.tsx'
import { useDeskWords } from '../words.ts'
import { callDescribed, useStoreRecord } from './api.ts'
import { findWayBack } from './findWayBack.ts'
import { readTitle } from './readTitle.ts'
import { useRecordForm } from './useRecordForm.tsx'
import { useRecordWords } from './useRecordWords.ts'

/** The dialog of an action that no form can do: it gets the record, and tells what a call answered. */
export type RecordDialog = ComponentType<{
  record: DeskRecord
  title: string
  effect: string | undefined
  onClose: () => void
  /** `text` says what happened, where it is not always the same. */
  onDone: (record: DeskRecord, text?: string) => void
}>

interface RecordActionsProps {
  description: DeskRecordDescription
  record: DeskRecord
}

interface DialogsProps {
  /** The dialogs of the actions that are `own`, by the action's name. */
  dialogs?: Readonly<Record<string, RecordDialog>> | undefined
}

interface ActionsProps extends RecordActionsProps, DialogsProps {
  layout: 'column' | 'row'
  /** Opens the record's form; absent where this person may not change it. */
  onEdit?: () => void
}

/**
 * What may be done with a record in its state, by this person: one primary action, then the others, and apart from them those
 * that hurt somebody or cannot be taken back.
 */
export function RecordActions({ description, record, dialogs = {}, layout, onEdit }: ActionsProps) {
  const { data: profile } = useProfile()
  const words = useRecordWords(description.list)
  const [opened, setOpened] = useState<string>()
  const isNarrow = useMediaQuery(narrowScreen)
  const { withReauth, dialog } = useReauth()
  const storeRecord = useStoreRecord(description)
  const { t } = useDeskWords()
  const may = (name: string, auth: string) =>
    record.actions.includes(name) && profile?.permissions.includes(auth) === true
  const actions = Object.entries(description.actions ?? {}).filter(([name, { endpoint }]) => may(name, endpoint.auth))
  const run = (name: string, action: DeskAction) =>
    withReauth(async () => {
      const version = fieldSchema(action.endpoint, 'version') === undefined ? undefined : record.version
      await storeRecord(
        await callDescribed(action.endpoint, {
          params: { id: record.id },
          ...(action.endpoint.body !== undefined && { body: version === undefined ? {} : { version } }),
        }),
      )
      confirmDone(name, action)
    })
  const confirmDone = (name: string, { undo }: DeskAction, text = words.done(name)) => {
    const inverse = undo === undefined ? undefined : description.actions?.[undo]
    toast(
      text,
      inverse === undefined
        ? {}
        : { action: { label: t('desk.record.undo'), run: () => run(undo!, { ...inverse, undo: undefined! }) } },
    )
  }
  const canRemove = description.remove !== undefined && may('remove', description.remove.endpoint.auth)
  const offered = [
    ...actions.map(([name, action]) => ({
      name,
      label: words.action(name),
      run: () => (needsDialog(action) ? setOpened(name) : void run(name, action)),
    })),
    ...(canRemove ? [{ name: 'remove', label: words.action('remove'), run: () => setOpened('remove') }] : []),
  ]
  useScreenActions(offered)
  const OwnDialog = opened === undefined ? undefined : dialogs[opened]
  const action = opened === undefined || OwnDialog !== undefined ? undefined : description.actions?.[opened]
  if (offered.length === 0 && onEdit === undefined) return null
  const buttons = [
    ...(onEdit === undefined ? [] : [{ name: edit, label: t('desk.record.edit'), run: onEdit }]),
    ...offered,
  ]
  const { dangerous = [], primary = [] } = description
  const isDangerous = ({ name }: { name: string }) => name === 'remove' || dangerous.includes(name)
  const first = [...primary, edit].find((name) => buttons.some((button) => button.name === name))
  const draw = ({ name, label, run: start }: (typeof buttons)[number]) => (
    <Button
      key={name}
      // Above a tab, the tab's own button is the primary one.
      variant={name === first && layout === 'column' ? 'primary' : 'outline'}
      size="md"
      onClick={start}
      className={cx(isDangerous({ name }) && 'border-bad! text-bad!')}
      wide={layout === 'column' && name === first}
    >
      {label}
    </Button>
  )
  const plain = buttons.filter((button) => button.name !== first && !isDangerous(button))
  const apart = buttons.filter(isDangerous)
  // On a phone, what the page is about stays in view.
  const isInMenu = isNarrow && plain.length + apart.length > mostButtons
  const shown = !isInMenu ? plain : layout === 'row' ? [] : plain.slice(0, mostButtons)
  const others = plain.slice(shown.length)
  return (
    <div
      role="group"
      aria-label={t('desk.record.actions')}
      className={cx(
        'print:hidden',
        layout === 'row' ? 'flex flex-wrap gap-2' : 'grid gap-2 rounded-xl border border-line bg-card p-4',
      )}
    >
      {buttons.filter(({ name }) => name === first).map(draw)}
      {layout === 'row' ? (
        shown.map(draw)
      ) : (
        <>
          {shown.length > 0 && <div className={inColumn}>{shown.map(draw)}</div>}
          {!isInMenu && apart.length > 0 && (
            <div className={cx(inColumn, buttons.length > apart.length && 'mt-2 border-t border-line pt-4')}>
              {apart.map(draw)}
            </div>
          )}
        </>
      )}
      {layout === 'row' && !isInMenu && apart.map(draw)}
      {isInMenu && (
        <ToolMenu
          align="start"
          trigger={
            <Button variant="outline" size="md">
              {t('desk.record.more_actions', { count: others.length + apart.length })}
              <ChevronDown aria-hidden="true" className="size-4.5" />
            </Button>
          }
          groups={[others, apart]
            .filter((group) => group.length > 0)
            .map((group) => ({
              entries: group.map((button) => ({
                label: button.label,
                onSelect: button.run,
                danger: isDangerous(button),
              })),
            }))}
        />
      )}
      {opened === 'remove' && (
        <RemoveDialog description={description} record={record} onClose={() => setOpened(undefined)} />
      )}
      {opened !== undefined && action !== undefined && (
        <ActionDialog
          description={description}
          record={record}
          name={opened}
          action={action}
          onClose={() => setOpened(undefined)}
          onDone={() => confirmDone(opened, action)}
        />
      )}
      {opened !== undefined && OwnDialog !== undefined && (
        <Suspense>
          <OwnDialog
            record={record}
            title={words.action(opened)}
            effect={words.effect(opened)}
            onClose={() => setOpened(undefined)}
            onDone={(changed, text) => {
              void storeRecord(changed)
              setOpened(undefined)
              confirmDone(opened, description.actions![opened]!, text)
            }}
          />
        </Suspense>
      )}
      {dialog}
    </div>
  )
}

/** On a phone, so many actions are buttons beside the first one; more are in a menu. */
const mostButtons = 3
/** The name of the button that opens the record's form. */
const edit = 'edit'
const inColumn = 'flex flex-wrap gap-2 *:grow'

const needsDialog = ({ fields, serious, own }: DeskAction): boolean =>
  serious === true || own === true || (fields !== undefined && Object.keys(fields).length > 0)

interface ActionDialogProps extends RecordActionsProps {
  name: string
  action: DeskAction
  onClose: () => void
  onDone: () => void
}

function ActionDialog({ description, record, name, action, onClose, onDone }: ActionDialogProps) {
  const { t } = useDeskWords()
  const words = useRecordWords(description.list)
  const storeRecord = useStoreRecord(description)
  const { endpoint, fields = {} } = action
  // One for all attempts: after a lost answer, the same amount is not given twice.
  const [retryKey] = useState(() => crypto.randomUUID())
  // What was refused because it repeats a booking is done all the same if it is sent again unchanged.
  const [repeats, setRepeats] = useState<{ body: string; booking_code: string }>()
  const form = useRecordForm({ endpoint, fields }, record, words, async (body) => {
    const hasBody = endpoint.body !== undefined
    const again = repeats?.body === JSON.stringify(body) && { again: true }
    const retry = endpoint.idempotent === true ? { retryKey } : {}
    try {
      const changes = { ...(hasBody && { body: { ...body, ...again } }), ...retry }
      await storeRecord(await callDescribed(endpoint, { params: { id: record.id }, ...changes }))
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'already_booked') throw error
      const booking = error.problem?.['booking'] as AlreadyBooked | undefined
      setRepeats({ body: JSON.stringify(body), booking_code: booking?.booking_code ?? '' })
      return
    }
    onClose()
    onDone()
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words.action(name)}
      description={words.effect(name)}
      closeLabel={t('desk.close')}
      footer={
        <Button
          type="submit"
          form={`desk-${name}`}
          size="md"
          variant={description.dangerous?.includes(name) === true ? 'danger' : 'primary'}
          busy={form.isSending}
        >
          {repeats === undefined ? words.action(name) : t('desk.record.anyway')}
        </Button>
      }
    >
      <form id={`desk-${name}`} noValidate onSubmit={form.submit} className="grid gap-4">
        {form.summary && <FormError {...form.summary} />}
        {repeats !== undefined && (
          <Notice tone="warning" live>
            {t('desk.record.already_booked', { code: repeats.booking_code })}
          </Notice>
        )}
        {form.fields}
      </form>
      {form.dialog}
    </Dialog>
  )
}

/** Asks for the name of what cannot be restored. */
function RemoveDialog({ description, record, onClose }: RecordActionsProps & { onClose: () => void }) {
  const { t, language } = useDeskWords()
  const name = readTitle(record, language)
  const words = useRecordWords(description.list)
  const navigate = useNavigate()
  const { withReauth, dialog } = useReauth()
  const [typed, setTyped] = useState('')
  const { endpoint } = description.remove!
  const remove = () =>
    withReauth(async () => {
      const query = endpoint.query === undefined ? {} : { query: { version: record.version } }
      await callDescribed(endpoint, { params: { id: record.id }, ...query })
      toast(words.done('remove'))
      void navigate(
        description.parent === undefined ? paths.desk(description.list.name) : findWayBack(description, record),
      )
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={words.action('remove')}
      description={words.effect('remove')}
      closeLabel={t('desk.close')}
      footer={
        <Button variant="danger" size="md" disabled={typed.trim() !== name} onClick={remove}>
          {words.action('remove')}
        </Button>
      }
    >
      <Field label={t('desk.record.type_name', { name })}>
        <TextInput value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
      </Field>
      {dialog}
    </Dialog>
  )
}
