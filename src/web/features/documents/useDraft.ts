import { useEffect, useRef, useState } from 'react'
import { emptyDraft, type DocumentDraft } from '#contract/documents/document-form.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useTranslation } from '#web/page/translation.ts'
import { readTabValue, removeTabValue, writeTabValue } from '#web/storage/tabStorage.ts'
import { createDraft, fetchRequest, updateDraft } from './api.ts'

/** What has been typed and not been saved yet, for a reload of the tab: of a draft by its number, or of a new one. */
interface Unsaved {
  number: string | null
  version: number
  fields: Partial<DocumentDraft>
}
const unsavedKey = 'documents_unsaved'

export const readUnsaved = (number: string | null): Unsaved | undefined => {
  const storedDraft = readTabValue(unsavedKey) as Partial<Unsaved> | undefined
  return storedDraft?.number === number && typeof storedDraft.fields === 'object' ? (storedDraft as Unsaved) : undefined
}

export type SaveState = 'idle' | 'local' | 'saving' | 'saved' | 'failed' | { refused: string }

const pause_ms = 600
const retry_ms = 5_000

/**
 * The form of a draft, saved as it is typed: on the server with an account, in the tab without one or while the server
 * cannot be reached. If the draft was changed elsewhere, the newest version is shown and `isNewer` is set.
 */
export function useDraft(
  stored: DocumentDetails | undefined,
  /** What a new form is filled in with; saved with the first change. */
  initial: Partial<DocumentDraft> | undefined,
  onCreated: (request: DocumentDetails) => void,
) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const storedDraft = useRef(readUnsaved(stored?.number ?? null))
  const [form, setForm] = useState<DocumentDraft>(() => ({
    ...(stored?.form ?? { ...emptyDraft, ...initial }),
    ...storedDraft.current?.fields,
  }))
  const [state, setState] = useState<SaveState>('idle')
  const [isNewer, setNewer] = useState(false)
  const [request, setRequest] = useState(stored)
  const own = useRef({
    request: stored,
    version: storedDraft.current?.version ?? stored?.version ?? 0,
    pending: { ...storedDraft.current?.fields } as Partial<DocumentDraft>,
    form,
    retryKey: crypto.randomUUID(),
    running: undefined as Promise<void> | undefined,
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
    isOpen: true,
  }).current

  const saveUnsent = () => {
    if (Object.keys(own.pending).length === 0) return removeTabValue(unsavedKey)
    writeTabValue(unsavedKey, { number: own.request?.number ?? null, version: own.version, fields: own.pending })
  }
  const plan = (wait_ms: number) => {
    clearTimeout(own.timer)
    own.timer = setTimeout(() => void save(), wait_ms)
  }
  const take = (saved: DocumentDetails) => {
    own.request = saved
    own.version = saved.version
    setRequest(saved)
  }
  const showNewest = async () => {
    const newest = await fetchRequest(own.request!.id)
    own.pending = {}
    take(newest)
    own.form = newest.form
    setForm(newest.form)
    setNewer(true)
    setState('saved')
  }
  const send = async () => {
    const fields = own.pending
    if (Object.keys(fields).length === 0 && own.request !== undefined) return
    own.pending = {}
    setState('saving')
    try {
      if (own.request === undefined) {
        const created = await createDraft(own.form, own.retryKey)
        take(created)
        onCreated(created)
      } else take(await updateDraft(own.request.id, { ...fields, version: own.version }))
      setState('saved')
    } catch (error) {
      const isOutdated = error instanceof CallError && error.code === 'changed_meanwhile'
      const isShown =
        isOutdated &&
        (await showNewest().then(
          () => true,
          () => false,
        ))
      if (isShown) return
      own.pending = { ...fields, ...own.pending }
      // Where the newest version cannot be had, the next try finds again that there is one.
      const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500 && !isOutdated
      setState(isRefused ? { refused: describeFailure(t, error) } : 'failed')
      if (isRefused) own.retryKey = crypto.randomUUID()
      else if (own.isOpen) plan(retry_ms)
      throw error
    } finally {
      saveUnsent()
    }
  }
  /** Saves what was typed; rejects if that fails. One request at a time, each with what was typed since the last. */
  const save = (): Promise<void> => {
    clearTimeout(own.timer)
    if (!signedIn) return Promise.resolve()
    const next = (own.running ?? Promise.resolve()).catch(() => undefined).then(send)
    own.running = next
    next.catch(() => undefined)
    return next
  }

  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    own.isOpen = true
    if (Object.keys(own.pending).length > 0) void latest.current()
    const again = () => void latest.current()
    window.addEventListener('online', again)
    return () => {
      own.isOpen = false
      clearTimeout(own.timer)
      window.removeEventListener('online', again)
    }
  }, [own])

  const change = (fields: Partial<DocumentDraft>) => {
    own.form = { ...own.form, ...fields }
    own.pending = { ...own.pending, ...fields }
    setForm(own.form)
    setNewer(false)
    saveUnsent()
    if (signedIn) plan(pause_ms)
    else setState('local')
  }
  return { form, change, save, state, isNewer, request, findRequest: () => own.request }
}
