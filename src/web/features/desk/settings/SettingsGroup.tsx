import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Navigate } from 'react-router'
import { countryCodes } from '#contract/geography.ts'
import type { DeskForm, DeskRecord } from '#contract/lists/records.ts'
import { settingGroups, type SettingSource } from '#contract/settings/desk.ts'
import { settingForms } from '#contract/settings/forms.ts'
import type { SettingGroup } from '#contract/settings/settings.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { FormRefusal } from '#web/api/forms.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { Missing } from '#web/features/lists/Missing.tsx'
import { ChangedNotice } from '#web/features/lists/record/ChangedNotice.tsx'
import { useRecordForm } from '#web/features/lists/record/useRecordForm.tsx'
import { useUnsavedGuard } from '#web/features/lists/record/useUnsavedGuard.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyPanel } from '#web/page/lazyPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { isListGroup } from './listGroups.ts'
import { MailFacts } from './MailFacts.tsx'
import { PaymentFacts } from './PaymentFacts.tsx'
import { SettingHistory, useRestore } from './SettingHistory.tsx'

const LanguageTable = lazyPanel(async () => (await import('./LanguageTable.tsx')).LanguageTable)
const NotificationGroup = lazyPanel(async () => (await import('./NotificationGroup.tsx')).NotificationGroup)
const SentencesGroup = lazyPanel(async () => (await import('./SentencesGroup.tsx')).SentencesGroup)
const CookieFacts = lazyPanel(async () => (await import('./CookieFacts.tsx')).CookieFacts)
const LicensePage = lazyPanel(async () => (await import('./LicensePage.tsx')).LicensePage)

type GroupRecord = DeskRecord & { version: number; sources: Record<string, SettingSource> }

const isGroup = (id: string): id is SettingGroup => (settingGroups as readonly string[]).includes(id)

type Facts = Partial<Record<SettingGroup, (props: { record: DeskRecord }) => ReactNode>>
/** What stands above the form of a group. */
const above: Facts = { languages: LanguageTable, mail: MailFacts }
/** What stands below it, because it is long. */
const below: Facts = {
  cookies: CookieFacts,
  payments: PaymentFacts,
  site: FixedFacts,
  otp: FixedFacts,
  app: FixedFacts,
}

/** Who may change a group. */
const permissionOf = (group: SettingGroup) => (group === 'payments' ? 'gateways.update' : 'settings.update')

/** The page of one group of settings. */
export function SettingsGroup({ id }: { id: string }) {
  if (id === 'license') return <LicensePage />
  if (id === 'sentences') return <SentencesGroup />
  if (id === 'notification') return <NotificationGroup />
  if (isListGroup(id)) return <Navigate replace to={paths.desk(id)} />
  return isGroup(id) ? <Group key={id} group={id} /> : <Missing />
}

function Group({ group }: { group: SettingGroup }) {
  const { t } = useDeskWords()
  const title = t(`desk.settings.groups.${group}.title`)
  useDeskTitle(title)
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'settings', group],
    queryFn: async ({ signal }) =>
      (await call(`GET /api/v1/admin/settings/${group}` as 'GET /api/v1/admin/settings/app', {
        signal,
      })) as unknown as GroupRecord,
  })
  const Above = above[group]
  const Below = below[group]
  return (
    <div className="grid max-w-3xl gap-4">
      <div>
        <p className="text-sm">
          <PageLink to={paths.desk('settings')} className="text-act underline underline-offset-4">
            {t('desk.lists.settings.title')}
          </PageLink>
        </p>
        <h1 className="text-xl">{title}</h1>
        <p className="text-sm text-ink-2">{t(`desk.settings.groups.${group}.description`)}</p>
      </div>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-96 rounded-xl" />}
      {data !== undefined && (
        <>
          {Above && <Above record={data} />}
          <GroupForm group={group} record={data} />
          {Below && <Below record={data} />}
          <SettingHistory group={group} record={data} />
        </>
      )}
    </div>
  )
}

function GroupForm({ group, record }: { group: SettingGroup; record: GroupRecord }) {
  const { t, translateKey } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const { data: profile } = useProfile()
  const [refusal, setRefusal] = useState<CallError>()
  const mayUpdate = profile?.permissions.includes(permissionOf(group)) === true
  const [question, setQuestion] = useState<string>()
  const asks = group === 'languages' ? 'languages' : 'payments'
  const restore = useRestore(group, record)
  const take = useRef<(changed: DeskRecord, keepsOwn: boolean) => void>(undefined)
  const form = useRecordForm(
    settingForms[group] as DeskForm,
    record,
    {
      label: (name) => translateKey(`desk.records.settings.fields.${name}`),
      hint: (name) => translateKey(`desk.records.settings.hints.${name}`),
      below: (name) => (
        <Source
          source={record.sources[name] ?? 'default'}
          onReset={
            mayUpdate ? () => restore.run({ field: name }, (changed) => take.current?.(changed, true)) : undefined
          }
        />
      ),
    },
    async (body) => {
      try {
        const saved = await call(`PATCH /api/v1/admin/settings/${group}` as 'PATCH /api/v1/admin/settings/app', {
          body: body as never,
        })
        setRefusal(undefined)
        await storeAnswer(queries, ['desk', 'settings', group], saved)
        take.current?.(saved as unknown as DeskRecord, false)
        await queries.invalidateQueries({ queryKey: ['desk', 'settings'] })
        toast(t('desk.settings.saved'))
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'changed_meanwhile') throw error
        setRefusal(error)
        throw new FormRefusal(describeFailure(site, error))
      }
    },
  )
  useEffect(() => {
    take.current = form.take
  })
  const guard = useUnsavedGuard(form.isChanged && !form.isSending)
  const takeTheirs = async (keepsOwn: boolean) => {
    const query = { queryKey: ['desk', 'settings', group] }
    await queries.refetchQueries(query)
    form.take(queries.getQueryData<GroupRecord>(query.queryKey)!, keepsOwn)
    setRefusal(undefined)
  }
  // Drivers of a country can add no more money: the question names it. French is needed by law in some places.
  const submit = (event?: React.BaseSyntheticEvent) => {
    const isOff = (field: string) => record[field] === true && form.values[field] === false
    const countries =
      group === 'payments'
        ? countryCodes.filter((code) => isOff(code.toLowerCase()))
        : isOff('online_payment')
          ? countryCodes
          : []
    const question =
      countries.length > 0
        ? t('desk.settings.payments.switch_off', {
            countries: countries.map((code) => translateKey(`desk.words.countries.${code}`)).join(', '),
          })
        : group === 'languages' && isOff('fr')
          ? t('desk.settings.languages.switch_off')
          : undefined
    if (question === undefined) return form.submit(event)
    event?.preventDefault()
    setQuestion(question)
  }
  return (
    <Card as="section" padding="lg">
      {refusal !== undefined && (
        <ChangedNotice refusal={refusal} onTake={(keepsOwn) => void takeTheirs(keepsOwn)}>
          {null}
        </ChangedNotice>
      )}
      <form noValidate onSubmit={submit} className="grid gap-4">
        {form.summary && <FormError {...form.summary} />}
        <fieldset disabled={!mayUpdate} className={cx('grid gap-4', group === 'social' && 'sm:grid-cols-2')}>
          <legend className="sr-only">{t(`desk.settings.groups.${group}.title`)}</legend>
          {form.fields}
        </fieldset>
        {mayUpdate && (
          <div className="sticky bottom-0 -mx-5 border-t border-line bg-card px-5 py-3 sm:-mx-6 sm:px-6">
            <Button type="submit" size="md" busy={form.isSending} disabled={!form.isChanged}>
              {t('desk.form.save')}
            </Button>
          </div>
        )}
      </form>
      {form.dialog}
      {restore.dialog}
      {guard}
      {question !== undefined && (
        <Dialog
          open
          onOpenChange={() => setQuestion(undefined)}
          title={question}
          description={t(`desk.settings.${asks}.switch_off_text`)}
          closeLabel={t('desk.close')}
          footer={
            <>
              <Button variant="outline" size="md" onClick={() => setQuestion(undefined)}>
                {t('desk.form.cancel')}
              </Button>
              <Button
                size="md"
                onClick={() => {
                  setQuestion(undefined)
                  form.submit()
                }}
              >
                {t(`desk.settings.${asks}.switch_off_now`)}
              </Button>
            </>
          }
        />
      )}
    </Card>
  )
}

/** Where a value comes from, with the way back to its default where somebody has set it. */
function Source({ source, onReset }: { source: SettingSource; onReset: (() => void) | undefined }) {
  const { t } = useDeskWords()
  return (
    <p className="mt-1 flex min-h-6 flex-wrap items-center gap-x-3 text-xs text-ink-2">
      {t(`desk.settings.sources.${source}`)}
      {source === 'desk' && onReset && (
        <button type="button" className="font-semibold text-act underline underline-offset-4" onClick={onReset}>
          {t('desk.settings.reset')}
        </button>
      )}
    </p>
  )
}

/** What holds in a group and no setting changes. */
function FixedFacts({ record: { id, running_version, text_countries } }: { record: DeskRecord }) {
  const { t, translateKey } = useDeskWords()
  const rule = id === 'otp' ? 'digits' : 'email_verification'
  const fixed =
    id === 'app'
      ? { term: t('desk.settings.fixed.running_version'), value: String(running_version) }
      : { term: t(`desk.settings.fixed.${rule}`), value: t(`desk.settings.fixed.${rule}_text`) }
  const texted = (text_countries ?? []) as string[]
  const names = texted.map((code) => translateKey(`desk.words.countries.${code}`)).join(', ')
  const textFacts = {
    term: t('desk.settings.fixed.text_countries'),
    value: names || t('desk.settings.fixed.text_countries_none'),
  }
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-2 text-md font-bold">{t('desk.settings.fixed.title')}</h2>
      <DefinitionList entries={[...(id === 'otp' ? [textFacts] : []), fixed]} />
    </Card>
  )
}
