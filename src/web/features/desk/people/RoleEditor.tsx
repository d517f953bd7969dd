import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '#contract/accounts/desk/people.ts'
import type { ScopeType } from '#contract/permissions.ts'
import { call } from '#web/api/call.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

interface RoleEditorProps {
  person: Person
  isLocked: boolean
  onSaved: () => void
}

type Assignment = Person['assignments'][number]

const keyOf = ({ role_id, scope, place_id }: Assignment) => `${role_id} ${scope} ${place_id}`

/** The roles of a person, each everywhere or for one place; what is changed is saved as a whole. */
export function RoleEditor({ person, isLocked, onSaved }: RoleEditorProps) {
  const { t, translateKey, language } = useDeskWords()
  const [assignments, setAssignments] = useState(person.assignments)
  const { withReauth, dialog } = useReauth()
  const isChanged = assignments.map(keyOf).join() !== person.assignments.map(keyOf).join()
  const nameOf = ({ role, role_fr }: Assignment) => (language === 'fr' ? role_fr : role)
  const save = () =>
    withReauth(async () => {
      await call('PUT /api/v1/admin/people/{id}/roles', {
        params: { id: person.id },
        body: { assignments: assignments.map(({ role_id, scope, place_id }) => ({ role_id, scope, place_id })) },
      })
      onSaved()
      toast(t('desk.access.person.saved'))
    })
  return (
    <Card as="section" padding="lg" className="grid gap-4">
      <h2 className="text-md font-bold">{t('desk.access.person.roles')}</h2>
      {assignments.length === 0 ? (
        <p className="text-ink-2">{t('desk.access.person.no_roles')}</p>
      ) : (
        <ul className="grid gap-1">
          {assignments.map((assignment) => (
            <li key={keyOf(assignment)} className="flex min-h-10 items-center gap-3 border-b border-line last:border-0">
              <span className="min-w-0 flex-1">
                <span className="font-semibold">{nameOf(assignment)}</span>
                <span className="text-ink-2">
                  {' '}
                  · {translateKey(`desk.words.scopes.${assignment.scope}`)}
                  {assignment.place !== null && ` · ${assignment.place}`}
                </span>
              </span>
              {!isLocked && (
                <IconButton
                  label={t('desk.access.person.take', { role: nameOf(assignment) })}
                  icon={<X aria-hidden="true" />}
                  onClick={() => setAssignments(assignments.filter((other) => other !== assignment))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isLocked && (
        <>
          <NewAssignment
            onAdd={(value) => {
              if (!assignments.some((other) => keyOf(other) === keyOf(value))) setAssignments([...assignments, value])
            }}
          />
          <Button size="md" disabled={!isChanged} onClick={save} className="justify-self-start">
            {t('desk.access.person.save')}
          </Button>
        </>
      )}
      {dialog}
    </Card>
  )
}

function NewAssignment({ onAdd }: { onAdd: (assignment: Assignment) => void }) {
  const { t, translateKey, language } = useDeskWords()
  const [role_id, setRole] = useState('')
  const [chosen, setScope] = useState<ScopeType>()
  const [place, setPlace] = useState('')
  const { data } = useQuery({
    queryKey: ['desk', 'grantable'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/grantable', { signal }),
  })
  const role = data?.roles.find(({ id }) => id === role_id)
  const scopes = role?.scopes ?? []
  // A place is chosen, never assumed.
  const scope = scopes.length === 1 ? scopes[0] : scopes.find((scope) => scope === chosen)
  const named = (places: readonly { id: string; name: string; country_code: string }[] = []) =>
    places.map(({ id, name, country_code }) => ({ value: id, label: `${name} (${country_code})` }))
  const places: Partial<Record<ScopeType, readonly { value: string; label: string }[]>> = {
    country: (data?.countries ?? []).map((code) => ({
      value: code,
      label: translateKey(`desk.words.countries.${code}`),
    })),
    partner: named(data?.partners),
    branch: named(data?.branches),
  }
  const options = scope === undefined ? undefined : places[scope]
  const code = place.trim().toUpperCase()
  const place_id = scope === 'park' ? code : (options?.find(({ value }) => value === place)?.value ?? '')
  const isComplete = scope !== undefined && (scope === 'everywhere' || place_id !== '')
  const add = () => {
    if (role === undefined || !isComplete) return
    const name = scope === 'park' ? code : options?.find(({ value }) => value === place)?.label
    const at = scope === 'everywhere' ? { place_id: null, place: null } : { place_id, place: name ?? null }
    onAdd({ role_id, role: role.name, role_fr: role.name_fr, scope, ...at })
    setRole('')
    setScope(undefined)
    setPlace('')
  }
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto]">
      <Field label={t('desk.access.person.role')}>
        <NativeSelect
          value={role_id}
          placeholder={t('desk.access.person.choose')}
          onChange={({ target }) => setRole(target.value)}
          options={(data?.roles ?? []).map(({ id, name, name_fr }) => ({
            value: id,
            label: language === 'fr' ? name_fr : name,
          }))}
        />
      </Field>
      <Field label={t('desk.access.person.where')}>
        <NativeSelect
          value={scope ?? ''}
          placeholder={t('desk.access.person.choose_scope')}
          disabled={scopes.length < 2}
          onChange={({ target }) => {
            setScope(scopes.find((scope) => scope === target.value))
            setPlace('')
          }}
          options={scopes.map((scope) => ({ value: scope, label: translateKey(`desk.words.scopes.${scope}`) }))}
        />
      </Field>
      {scope === 'park' ? (
        <Field label={t('desk.access.person.park_code')}>
          <TextInput value={place} maxLength={36} onChange={({ target }) => setPlace(target.value)} />
        </Field>
      ) : (
        <Field label={t('desk.access.person.place')}>
          <NativeSelect
            value={place}
            placeholder={t(
              scope === 'everywhere' ? 'desk.access.person.everywhere' : 'desk.access.person.choose_place',
            )}
            disabled={options === undefined}
            onChange={({ target }) => setPlace(target.value)}
            options={options ?? []}
          />
        </Field>
      )}
      <Button variant="outline" size="md" disabled={role === undefined || !isComplete} onClick={add}>
        {t('desk.access.person.add')}
      </Button>
    </div>
  )
}
