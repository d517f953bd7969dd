import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2, Upload } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import type { DocumentFile } from '#contract/documents/document-files.ts'
import { documentFileRules } from '#contract/documents/document-rules.ts'
import { call } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useLastWork } from '#web/page/useLastWork.ts'
import { formatFileSize } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/form/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

interface FilesProps {
  /** Undefined while there is nothing to add files to. */
  id: string | undefined
  /** Undefined if nothing may be added. */
  adding: FileAdding | undefined
  canDelete: boolean
}

/** Files on their way to a request. */
export interface FileAdding {
  add: (files: readonly File[]) => void
  isBusy: boolean
  /** What became of those that were not added, a sentence each. */
  problems: readonly string[]
  /** Waits for the files on their way. False if one of those could not be added, which must be read before going on. */
  whenAdded: () => Promise<boolean>
}

/** Adds files to a request, one after the other. `findId` saves the request first if need be. */
export function useAddFiles(findId: () => Promise<string | undefined>): FileAdding {
  const { t } = useTranslation()
  const { add } = useFileChanges()
  const [problems, setProblems] = useState<readonly string[]>([])
  const { isRunning, start, whenDone } = useLastWork<readonly string[]>([])
  const addAll = async (files: readonly File[], before: Promise<readonly string[]>) => {
    const failed = [...(await before)]
    for (const file of files) {
      const fail = (message: string) => failed.push(t('documents.files.problem', { name: file.name, message }))
      if (file.size > documentFileRules.most_bytes) fail(t('documents.files.too_large'))
      else
        await (async () => {
          const request = await findId()
          if (request !== undefined) await add.mutateAsync({ id: request, file })
        })().catch((error: unknown) => fail(describeFailure(t, error)))
    }
    setProblems(failed)
    return failed
  }
  return {
    add: (files) => start(addAll(files, isRunning ? whenDone() : Promise.resolve([]))),
    isBusy: isRunning,
    problems,
    whenAdded: async () => !isRunning || (await whenDone()).length === 0,
  }
}

/** The files of a request: the customer's own, added one after the other, and the reports and scans of staff. */
export function Files({ id, adding, canDelete }: FilesProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { data } = useFiles(id)
  const files = data ?? []
  const isFull = files.filter(({ purpose }) => purpose === 'customer').length >= documentFileRules.most
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])]
    // Allows the same file to be chosen again.
    target.value = ''
    adding?.add(chosen)
  }
  if (adding === undefined && files.length === 0) return null
  return (
    <div role="group" aria-labelledby={titleId} className="grid grid-cols-1 gap-2">
      <p id={titleId} className="font-semibold">
        {t('documents.files.title')}
      </p>
      {adding !== undefined && (
        <p className="text-sm text-ink-2">{t('documents.files.hint', { most: documentFileRules.most })}</p>
      )}
      {files.length > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {files.map((file) => (
            <StoredFile key={file.id} id={id!} file={file} canDelete={canDelete && file.purpose === 'customer'} />
          ))}
        </ul>
      )}
      {adding !== undefined && !isFull && (
        <div>
          <Button variant="outline" size="md" busy={adding.isBusy} onClick={() => input.current?.click()}>
            <Upload aria-hidden="true" className="size-5" />
            {t('documents.files.add')}
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            accept="application/pdf,image/jpeg,image/png,image/webp"
            tabIndex={-1}
            aria-label={t('documents.files.add')}
            className="sr-only"
            onChange={choose}
          />
        </div>
      )}
      <div role="status">
        {adding?.problems.map((problem) => (
          <FieldError key={problem} error={problem} />
        ))}
      </div>
    </div>
  )
}

export function StoredFile({ id, file, canDelete }: { id: string; file: DocumentFile; canDelete: boolean }) {
  const { t, locale } = useTranslation()
  const { remove } = useFileChanges()
  const showFailure = (error: unknown) => void toast(describeFailure(t, error), { tone: 'error' })
  const open = () =>
    download('GET /api/v1/documents/{id}/files/{file_id}', { id, file_id: file.id }, file.name).catch(showFailure)
  return (
    <li className="flex items-center gap-2.5 rounded-lg border border-line bg-sunk py-1 pr-1 pl-3.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{file.name}</span>
        {file.purpose !== 'customer' && (
          <span className="block text-sm text-ink-2">
            {[t(`documents.files.from_us.${file.purpose}`), file.kind !== null && t(`documents.kinds.${file.kind}`)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </span>
      <span className="shrink-0 text-sm text-ink-2">{formatFileSize(file.size_bytes, locale)}</span>
      <IconButton
        label={t('documents.files.download', { name: file.name })}
        icon={<Download aria-hidden="true" />}
        onClick={open}
      />
      {canDelete && (
        <IconButton
          label={t('documents.files.delete', { name: file.name })}
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => remove.mutateAsync({ id, file_id: file.id }).catch(showFailure)}
        />
      )}
    </li>
  )
}

const filesKey = (id: string | undefined) => ['documents', 'files', id] as const

/** The files of one's own request; idle without one. */
function useFiles(id: string | undefined) {
  return useQuery({
    queryKey: filesKey(id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/v1/documents/{id}/files', { params: { id: id! }, signal })).items,
    enabled: useSignedIn() && id !== undefined,
    staleTime: 0,
  })
}

function useFileChanges() {
  const queries = useQueryClient()
  return {
    add: useMutation({
      mutationFn: ({ id, file }: { id: string; file: File }) => {
        const form = new FormData()
        form.set('file', file)
        return call('POST /api/v1/documents/{id}/files', { params: { id }, form })
      },
      onSuccess: (_file, { id }) => queries.invalidateQueries({ queryKey: filesKey(id) }),
    }),
    remove: useMutation({
      mutationFn: (params: { id: string; file_id: string }) =>
        call('DELETE /api/v1/documents/{id}/files/{file_id}', { params }),
      onSuccess: (_nothing, { id }) => queries.invalidateQueries({ queryKey: filesKey(id) }),
    }),
  }
}
