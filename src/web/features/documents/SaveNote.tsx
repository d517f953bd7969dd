import { useState } from 'react'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { useRequestChanges } from './api.ts'
import type { SaveState } from './useDraft.ts'

/** Says whether what was typed is saved. */
export function SaveNote({ state }: { state: SaveState }) {
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
export function DeleteDraft({ request, onDeleted }: { request: DocumentDetails; onDeleted: () => void }) {
  const { t } = useTranslation()
  const { remove } = useRequestChanges()
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
