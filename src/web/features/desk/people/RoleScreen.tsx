import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Role } from '#contract/accounts/desk/roles.ts'
import { permissions, resources, type Permission, type Resource } from '#contract/permissions.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { RecordFailure } from '#web/features/lists/Failure.tsx'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useScreenActions } from '#web/features/lists/screenActions.ts'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

const newRole = 'new'

/** One role with the grid of what it permits; `new` stands for one that does not exist yet. */
export function RoleScreen({ id }: { id: string }) {
  const { t } = useDeskWords()
  const result = useQuery({
    queryKey: ['desk', 'role', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/roles/{id}', { params: { id }, signal }),
    enabled: id !== newRole,
    // What somebody edits is not replaced while they do.
    refetchOnWindowFocus: false,
  })
  if (id === newRole) return <RoleForm stored={undefined} onSaved={() => undefined} />
  if (result.error !== null) return <RecordFailure error={result.error} onRetry={() => void result.refetch()} />
  if (result.data === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  return <RoleForm key={result.data.version} stored={result.data} onSaved={() => void result.refetch()} />
}

function RoleForm({ stored: role, onSaved }: { stored: Role | undefined; onSaved: () => void }) {
  const { t, language } = useDeskWords()
  const navigate = useNavigate()
  const { data: profile } = useProfile()
  const { run: send, errors, dialog } = usePanelCall()
  const [name, setName] = useState(role?.name ?? '')
  const [name_fr, setNameFr] = useState(role?.name_fr ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set(role?.permissions))
  const [isRemoving, setIsRemoving] = useState(false)
  const title = role === undefined ? t('desk.access.role.create') : language === 'fr' ? role.name_fr : role.name
  useDeskTitle(title)
  const may = (permission: Permission) => profile?.permissions.includes(permission) === true
  const isLocked = role === undefined ? !may('roles.create') : role.is_fixed || !may('roles.update')
  const mayRemove = !isLocked && role !== undefined && !role.is_shipped && may('roles.delete')
  const remove = mayRemove
    ? [{ name: 'remove', label: t('desk.access.role.remove'), run: () => setIsRemoving(true) }]
    : []
  useScreenActions(remove)
  const toggle = (permission: Permission) => {
    const next = new Set(chosen)
    if (!next.delete(permission)) next.add(permission)
    setChosen(next)
  }
  const save = async () => {
    const body = { name, name_fr, permissions: permissions.filter((permission) => chosen.has(permission)) }
    const saved = await send(
      () =>
        role === undefined
          ? call('POST /api/v1/admin/roles', { body })
          : call('PUT /api/v1/admin/roles/{id}', { params: { id: role.id }, body: { ...body, version: role.version } }),
      t('desk.access.role.saved'),
    )
    if (saved === undefined) return
    if (role === undefined) void navigate(paths.desk(`roles/${saved.id}`))
    else onSaved()
  }
  return (
    <div className="grid max-w-4xl gap-5">
      <div>
        <h1 className="text-xl">{title}</h1>
        {role !== undefined && (
          <p className="text-sm text-ink-2">
            {t('desk.access.role.holders', { count: role.holders })} {role.is_fixed && t('desk.access.role.fixed')}
          </p>
        )}
      </div>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('desk.access.role.name')} error={errors['name']}>
            <TextInput
              name="role_name"
              value={name}
              maxLength={60}
              disabled={isLocked}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <Field label={t('desk.access.role.name_fr')} error={errors['name_fr']}>
            <TextInput
              name="role_name_fr"
              value={name_fr}
              maxLength={60}
              disabled={isLocked}
              onChange={({ target }) => setNameFr(target.value)}
            />
          </Field>
        </div>
        <PermissionGrid chosen={chosen} isLocked={isLocked} onToggle={toggle} error={errors['permissions']} />
        {!isLocked && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" size="md">
              {t('desk.access.role.save')}
            </Button>
            {remove.map(({ name, label, run }) => (
              <Button key={name} variant="outline" size="md" onClick={run}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </form>
      {isRemoving && role !== undefined && <RemoveDialog stored={role} onClose={() => setIsRemoving(false)} />}
      {dialog}
    </div>
  )
}

interface PermissionGridProps {
  chosen: ReadonlySet<Permission>
  isLocked: boolean
  onToggle: (permission: Permission) => void
  error: string | undefined
}

function PermissionGrid({ chosen, isLocked, onToggle, error }: PermissionGridProps) {
  const { t, translateKey } = useDeskWords()
  const id = useId()
  return (
    <fieldset
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
      className="rounded-xl border border-line bg-card p-4"
    >
      <legend className="px-1 font-semibold">{t('desk.access.role.permissions')}</legend>
      <FieldError id={id} error={error} />
      <div className="grid gap-y-1">
        {(Object.keys(resources) as Resource[]).map((resource) => (
          <div
            key={resource}
            role="group"
            aria-label={translateKey(`desk.access.resources.${resource}`)}
            className="grid items-center gap-x-4 border-b border-line py-1.5 last:border-0 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <span aria-hidden="true" className="font-medium">
              {translateKey(`desk.access.resources.${resource}`)}
            </span>
            <span className="flex flex-wrap gap-x-5">
              {resources[resource].verbs.map((verb) => {
                const permission = `${resource}.${verb}` as Permission
                return (
                  <label key={verb} className="flex min-h-8 items-center gap-2 text-sm">
                    <input
                      type="checkbox"
                      checked={chosen.has(permission)}
                      disabled={isLocked}
                      onChange={() => onToggle(permission)}
                      className="size-4.5 accent-act"
                    />
                    {translateKey(`desk.access.verbs.${verb}`)}
                  </label>
                )
              })}
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** Asks for the name of what cannot be restored. */
function RemoveDialog({ stored: role, onClose }: { stored: Role; onClose: () => void }) {
  const { t } = useDeskWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { withReauth, dialog } = useReauth()
  const [typed, setTyped] = useState('')
  const remove = () =>
    withReauth(async () => {
      const query = { version: role.version }
      await call('DELETE /api/v1/admin/roles/{id}', { params: { id: role.id }, query })
      void queries.invalidateQueries({ queryKey: ['desk', 'roles'] })
      toast(t('desk.access.role.removed'))
      void navigate(paths.desk('roles'))
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.access.role.remove')}
      closeLabel={t('desk.close')}
      footer={
        <Button size="md" disabled={typed.trim() !== role.name} onClick={remove}>
          {t('desk.access.role.remove')}
        </Button>
      }
    >
      <Field label={t('desk.access.role.remove_text', { name: role.name })}>
        <TextInput value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
      {dialog}
    </Dialog>
  )
}
