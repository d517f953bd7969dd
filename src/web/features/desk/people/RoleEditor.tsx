import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '#contract/desk/people.ts'
import { useReauth } from '#web/features/desk/Reauth.tsx'
import { useDeskWords } from '#web/features/desk/words.ts'
import { call } from '#web/lib/call.ts'
import { formatList } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

interface RoleEditorProps {
  person: Person
  isLocked: boolean
  onSaved: () => void
}

/** Chosen like any other place, never by itself. */
const everywhere = 'everywhere'

type Assignment = Person['assignments'][number]

const keyOf = ({ role_id, partner_id, branch_id }: Assignment) => `${role_id} ${partner_id} ${branch_id}`

/** The roles of a person, each everywhere, for one partner or for one branch; what is changed is saved as a whole. */
export function RoleEditor({ person, isLocked, onSaved }: RoleEditorProps) {
  const { t, language, locale } = useDeskWords()
  const [assignments, setAssignments] = useState(person.assignments)
  const { withReauth, dialog } = useReauth()
  const isChanged = assignments.map(keyOf).join() !== person.assignments.map(keyOf).join()
  const nameOf = ({ role, role_fr }: Assignment) => (language === 'fr' ? role_fr : role)
  // A guard's role holds for their car parks alone.
  const parks =
    person.guarded_parks.length > 0 ? formatList(person.guarded_parks, locale) : t('desk.access.person.no_parks')
  const placeOf = ({ is_assigned_only, partner, branch }: Assignment) =>
    is_assigned_only ? parks : (partner ?? branch ?? t('desk.access.person.everywhere'))
  const save = () =>
    withReauth(async () => {
      await call('PUT /api/v1/admin/people/{id}/roles', {
        params: { id: person.id },
        body: {
          assignments: assignments.map(({ role_id, partner_id, branch_id }) => ({ role_id, partner_id, branch_id })),
        },
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
          {assignments.map((one) => (
            <li key={keyOf(one)} className="flex min-h-10 items-center gap-3 border-b border-line last:border-0">
              <span className="min-w-0 flex-1">
                <span className="font-semibold">{nameOf(one)}</span>
                <span className="text-ink-2"> · {placeOf(one)}</span>
              </span>
              {!isLocked && (
                <IconButton
                  label={t('desk.access.person.take', { role: nameOf(one) })}
                  icon={<X aria-hidden="true" />}
                  onClick={() => setAssignments(assignments.filter((other) => other !== one))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isLocked && (
        <>
          <NewAssignment
            onAdd={(one) => {
              if (!assignments.some((other) => keyOf(other) === keyOf(one))) setAssignments([...assignments, one])
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
  const { t, language } = useDeskWords()
  const [role_id, setRole] = useState('')
  const [place, setPlace] = useState('')
  const { data } = useQuery({
    queryKey: ['desk', 'grantable'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/grantable', { signal }),
  })
  const role = data?.roles.find(({ id }) => id === role_id)
  const partner = data?.partners.find(({ id }) => id === place)
  const branch = data?.branches.find(({ id }) => id === place)
  const add = () => {
    if (role === undefined) return
    onAdd({
      role_id,
      role: role.name,
      role_fr: role.name_fr,
      is_assigned_only: role.is_assigned_only,
      partner_id: (!role.is_everywhere && partner?.id) || null,
      partner: (!role.is_everywhere && partner?.name) || null,
      branch_id: (!role.is_everywhere && branch?.id) || null,
      branch: (!role.is_everywhere && branch?.name) || null,
    })
    setRole('')
    setPlace('')
  }
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
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
          value={role?.is_everywhere === true ? everywhere : place}
          placeholder={t('desk.access.person.choose')}
          disabled={role?.is_everywhere === true}
          onChange={({ target }) => setPlace(target.value)}
          options={[
            { value: everywhere, label: t('desk.access.person.everywhere') },
            ...[...(data?.partners ?? []), ...(data?.branches ?? [])].map(({ id, name, country_code }) => ({
              value: id,
              label: `${name} (${country_code})`,
            })),
          ]}
        />
      </Field>
      <Button
        variant="outline"
        size="md"
        disabled={role === undefined || (place === '' && !role.is_everywhere)}
        onClick={add}
      >
        {t('desk.access.person.add')}
      </Button>
    </div>
  )
}
