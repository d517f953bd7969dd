import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SavedView } from '#contract/lists/views.ts'
import { call } from '#web/api/call.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useReauth } from '../Reauth.tsx'
import { useDeskWords } from '../words.ts'

/** Saves the list as it is shown. */
export function SaveDialog({ list, onClose }: { list: string; onClose: () => void }) {
  const { t } = useDeskWords()
  const [search] = useSearchParams()
  const queries = useQueryClient()
  const { withReauth, dialog } = useReauth()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    withReauth(async () => {
      const query = new URLSearchParams(search)
      query.delete('page')
      const saved = await call('POST /api/v1/admin/views', { body: { list, name, query: query.toString() } })
      await storeAnswer(queries, ['desk', 'views', list], saved)
      toast(t('desk.views.saved'))
      onClose()
    })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.views.save')}
      description={t('desk.views.save_text')}
      closeLabel={t('desk.close')}
    >
      <form onSubmit={submit} className="grid gap-4">
        <Field label={t('desk.views.name')} required>
          <TextInput value={name} maxLength={60} autoComplete="off" onChange={({ target }) => setName(target.value)} />
        </Field>
        <Button type="submit" size="md" disabled={name.trim() === ''}>
          {t('desk.form.save')}
        </Button>
      </form>
      {dialog}
    </Dialog>
  )
}

interface ManageDialogProps {
  list: string
  views: readonly SavedView[]
  onClose: () => void
}

/** Shares and deletes one's own views. */
export function ManageDialog({ list, views, onClose }: ManageDialogProps) {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const queries = useQueryClient()
  const { withReauth, dialog } = useReauth()
  const canShare = profile?.permissions.includes('views.share') === true
  const change = (run: () => Promise<unknown>) =>
    withReauth(async () => {
      await run()
      await queries.invalidateQueries({ queryKey: ['desk', 'views', list] })
    })
  return (
    <Dialog open onOpenChange={onClose} title={t('desk.views.manage')} closeLabel={t('desk.close')} size="md">
      <ul className="grid">
        {views
          .filter(({ is_own }) => is_own)
          .map((view) => (
            <li key={view.id} className="flex items-end gap-3 border-b border-line py-2.5 last:border-0">
              <span className="min-w-0 flex-1 self-center font-semibold wrap-anywhere">{view.name}</span>
              {canShare && <ShareField view={view} onChange={change} />}
              <IconButton
                label={t('desk.views.remove', { name: view.name })}
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => change(() => call('DELETE /api/v1/admin/views/{id}', { params: { id: view.id } }))}
              />
            </li>
          ))}
      </ul>
      {dialog}
    </Dialog>
  )
}

function ShareField({ view, onChange }: { view: SavedView; onChange: (run: () => Promise<unknown>) => void }) {
  const { t, language } = useDeskWords()
  const { data } = useQuery({
    queryKey: ['desk', 'grantable'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/grantable', { signal }),
  })
  const roles = data?.roles ?? []
  const chosen = roles.find(({ name }) => name === view.role)?.id ?? ''
  return (
    <Field label={t('desk.views.share', { name: view.name })} hideLabel className="w-48">
      <NativeSelect
        value={chosen}
        placeholder={t('desk.views.only_me')}
        options={roles.map(({ id, name, name_fr }) => ({ value: id, label: language === 'fr' ? name_fr : name }))}
        onChange={({ target }) =>
          onChange(() =>
            call('POST /api/v1/admin/views/{id}/share', {
              params: { id: view.id },
              body: { role_id: target.value === '' ? null : target.value },
            }),
          )
        }
      />
    </Field>
  )
}
