import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { checkDocumentForm, type DocumentDraft } from '#contract/documents/document-form.ts'
import { listDependencies, documentKinds, type DocumentKind } from '#contract/documents/document-rules.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { fieldMessage } from '#web/api/forms.ts'
import { useSignedIn } from '#web/api/session.ts'
import { openLogin } from '#web/features/account/loginDialog.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { readNow } from '#web/time/clock.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { DateInput } from '#web/ui/form/DateInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError, type FormErrorItem } from '#web/ui/form/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useRequestChanges } from './api.ts'
import { CheckStep } from './CheckStep.tsx'
import { DocumentsStep } from './DocumentsStep.tsx'
import { Files, useAddFiles } from './Files.tsx'
import { OwnerStep } from './OwnerStep.tsx'
import type { StepProps } from './StepProps.ts'
import { fieldsOf, readStep, stepOf, steps, withParam, type Step } from './steps.ts'
import { useDraft, type SaveState } from './useDraft.ts'
import { VehicleStep } from './VehicleStep.tsx'

interface StepsProps {
  stored: DocumentDetails | undefined
  /** What a new form is filled in with. */
  initial?: Partial<DocumentDraft> | undefined
  onCreated: (request: DocumentDetails) => void
  onDeleted: () => void
}

interface Problem {
  field: string
  message: string
}

/** The form of a draft in five steps; the address names the step, so that one can go back. */
export function Steps({ stored, initial, onCreated, onDeleted }: StepsProps) {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const signedIn = useSignedIn()
  const navigate = useNavigate()
  const draft = useDraft(stored, initial, onCreated)
  const { quote, store } = useRequestChanges()
  const adding = useAddFiles(async () => {
    await draft.save()
    return draft.findRequest()?.id
  })
  const [isWaiting, setWaiting] = useState(false)
  const step = readStep(params.get('step'))
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [refusal, setRefusal] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'start' })
  }, [step])

  const show = (next: Step) => {
    setRefusal(undefined)
    setParams(withParam('step', String(steps.indexOf(next) + 1)), { preventScrollReset: true })
  }
  /** What is wrong with the fields of these steps, in words. */
  const check = (checked: readonly Step[]): Problem[] => {
    const now = readNow()
    const found = checkDocumentForm(draft.form, now)
    const wrong = 'problems' in found ? found.problems : []
    const kinds = draft.form.documents.map(({ kind }) => kind)
    const missing = listDependencies(kinds, draft.form.held, toNigerianDay(now)).map(({ kind }) => ({
      field: 'documents',
      key: `needs_${kind}`,
    }))
    return [...wrong, ...missing]
      .filter(({ field }) => checked.includes(stepOf(field)))
      .map(({ field, key }) => ({ field, message: fieldMessage(t, { message: key }) ?? '' }))
  }
  const refuse = (found: readonly Problem[], title?: string) => {
    setProblems(found)
    setRefusal(title ?? t('errors.validation_failed'))
    setAttempt(attempt + 1)
  }
  const goOn = async () => {
    const found = check([step])
    if (found.length > 0) return refuse(found)
    if (isWaiting) return
    if (adding.isBusy) {
      setWaiting(true)
      const isAdded = await adding.whenAdded()
      setWaiting(false)
      if (!isAdded) return
    }
    setProblems([])
    show(steps[steps.indexOf(step) + 1]!)
  }
  const askQuote = async () => {
    const found = check(steps)
    if (found.length > 0) return refuse(found)
    if (!(await adding.whenAdded())) return show('held')
    try {
      await draft.save()
      const request = draft.findRequest()
      if (request === undefined) return
      const quoted = await quote.mutateAsync({ id: request.id, retryKey: `${request.id}-${request.version}` })
      await store(quoted)
      if (quoted.status === 'quoted') void navigate(paths.documentRequest(quoted.number))
      else setParams({ request: request.number }, { replace: true, preventScrollReset: true })
    } catch (error) {
      const fields = error instanceof CallError ? (error.problem?.errors ?? []) : []
      refuse(fields, describeFailure(t, error))
    }
  }
  const change: StepProps['onChange'] = (fields) => {
    setProblems(problems.filter(({ field }) => !(field in fields)))
    draft.change(fields)
  }
  const shared: StepProps = {
    form: draft.form,
    onChange: change,
    errorOf: (field) => problems.find((problem) => problem.field === field)?.message,
  }
  const listed = problems.map(({ field, message }): FormErrorItem => {
    const label = fieldsOf[stepOf(field)].includes(field as never) ? t(`documents.fields.${field as 'plate'}`) : ''
    return { field, message: label === '' ? message : t('common.labelled', { name: label, value: message }) }
  })
  const number = steps.indexOf(step) + 1
  const files = signedIn ? (
    <Files id={draft.request?.id} adding={adding} canDelete />
  ) : (
    <p className="text-ink-2">{t('documents.files.log_in')}</p>
  )
  return (
    <>
      {draft.isNewer && (
        <Notice tone="warning" live title={t('documents.newer.title')}>
          {t('documents.newer.text')}
        </Notice>
      )}
      {draft.request?.is_waiting === true && (
        <Notice live title={t('documents.waiting.title')}>
          {t('documents.waiting.text')}
        </Notice>
      )}
      <Card padding="lg">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <p className="text-sm font-semibold text-ink-2">
            {t('documents.step_of', { step: number, steps: steps.length })}
          </p>
          <SaveNote state={draft.state} />
        </div>
        <ol aria-hidden="true" className="mt-2 mb-4 grid grid-cols-5 gap-1.5">
          {steps.map((step, n) => (
            <li key={step} className={n < number ? 'h-1.5 rounded-full bg-act' : 'h-1.5 rounded-full bg-line'} />
          ))}
        </ol>
        <h3 ref={heading} tabIndex={-1} className="mb-4 scroll-mt-24 text-lg outline-none">
          {t(`documents.steps.${step}`)}
        </h3>
        <form
          noValidate
          className="grid grid-cols-1 gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (step !== 'check') void goOn()
          }}
        >
          {refusal !== undefined && (
            <FormError title={refusal} errors={step === 'check' ? [] : listed} attempt={attempt} />
          )}
          {step === 'vehicle' && <VehicleStep {...shared} />}
          {step === 'held' && <HeldStep {...shared} files={files} />}
          {step === 'documents' && <DocumentsStep {...shared} onHeld={() => show('held')} />}
          {step === 'owner' && <OwnerStep {...shared} />}
          {step === 'check' && <CheckStep form={draft.form} problems={problems} onShow={show} />}
          {/* On phones the steps are longer than two screens. */}
          <div className="z-10 flex flex-wrap gap-2.5 max-sm:sticky max-sm:bottom-0 max-sm:-mx-5 max-sm:border-t max-sm:border-line max-sm:bg-card max-sm:px-5 max-sm:py-3 max-sm:[&>*]:flex-1">
            {step !== 'check' ? (
              <Button type="submit" busy={isWaiting}>
                {t('documents.next')}
              </Button>
            ) : signedIn ? (
              draft.request?.is_waiting !== true && <Button onClick={askQuote}>{t('documents.ask_quote')}</Button>
            ) : (
              <Button
                onClick={() => {
                  const found = check(steps)
                  if (found.length > 0) refuse(found)
                  else openLogin()
                }}
              >
                {t('documents.log_in')}
              </Button>
            )}
            {step !== 'vehicle' && (
              <Button variant="outline" onClick={() => show(steps[steps.indexOf(step) - 1]!)}>
                {t('documents.back')}
              </Button>
            )}
          </div>
          {step === 'check' && !signedIn && <p className="text-sm text-ink-2">{t('documents.log_in_text')}</p>}
        </form>
        {draft.request !== undefined && signedIn && <DeleteDraft request={draft.request} onDeleted={onDeleted} />}
      </Card>
    </>
  )
}

/** What the owner has now, and until when it is valid. */
function HeldStep({ form, onChange, files }: StepProps & { files: ReactNode }) {
  const { t } = useTranslation()
  const { held } = form
  const set = (kind: DocumentKind, expires_on: string | null | undefined) =>
    onChange({
      held: documentKinds.flatMap((entry) => {
        if (entry !== kind) return held.filter((document) => document.kind === entry)
        return expires_on === undefined ? [] : [{ kind, expires_on }]
      }),
    })
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-ink-2">{t('documents.hints.held')}</legend>
        {documentKinds.map((kind) => {
          const document = held.find((candidate) => candidate.kind === kind)
          const name = t(`documents.kinds.${kind}`)
          return (
            <div key={kind} className="grid gap-x-4 border-b border-line pb-2 last:border-0 sm:grid-cols-[1fr_14rem]">
              <Checkbox
                label={name}
                checked={document !== undefined}
                onChange={({ target }) => set(kind, target.checked ? null : undefined)}
              />
              {document !== undefined && (
                <Field label={t('documents.expires_on')}>
                  <DateInput
                    min="1990-01-01"
                    max="2099-12-31"
                    aria-label={t('documents.expires_on_of', { document: name })}
                    value={document.expires_on ?? ''}
                    onChange={({ target }) => {
                      const day = target.value
                      if (day === '' || (day >= '1990-01-01' && day <= '2099-12-31')) set(kind, day === '' ? null : day)
                    }}
                  />
                </Field>
              )}
            </div>
          )
        })}
      </fieldset>
      {files}
    </>
  )
}

/** Says whether what was typed is saved. */
function SaveNote({ state }: { state: SaveState }) {
  const { t } = useTranslation()
  const isBad = state === 'failed' || typeof state === 'object'
  return (
    <p role="status" className={cx('text-sm', isBad ? 'font-semibold text-bad' : 'text-ink-2')}>
      {typeof state === 'object'
        ? t('documents.save.refused', { reason: state.refused })
        : state !== 'idle' && t(`documents.save.${state}`)}
    </p>
  )
}

/** Deletes a draft, once asked again. */
function DeleteDraft({ request, onDeleted }: { request: DocumentDetails; onDeleted: () => void }) {
  const { t } = useTranslation()
  const { delete: remove } = useRequestChanges()
  const [isSure, setSure] = useState(false)
  const removeNow = () =>
    remove.mutateAsync(request.id).then(
      () => {
        toast(t('documents.deleted'))
        onDeleted()
      },
      (error: unknown) => void toast(describeFailure(t, error), { tone: 'error' }),
    )
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 border-t border-line pt-3 text-sm text-ink-2">
      <span>{t('documents.number', { number: request.number })}</span>
      {isSure ? (
        <>
          <span>{t('documents.delete_sure')}</span>
          <Button variant="link" className="text-bad" onClick={removeNow}>
            {t('documents.delete')}
          </Button>
          <Button variant="link" onClick={() => setSure(false)}>
            {t('common.cancel')}
          </Button>
        </>
      ) : (
        <Button variant="link" onClick={() => setSure(true)}>
          {t('documents.delete')}
        </Button>
      )}
    </div>
  )
}
