import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '#contract/accounts/desk/people.ts'
import { call } from '#web/api/call.ts'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useRolePlace } from './useRolePlace.tsx'

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
  const { t } = useDeskWords()
  const { data } = useQuery({
    queryKey: ['desk', 'grantable'],
    queryFn: ({ signal }) => call('GET /api/v1/admin/grantable', { signal }),
  })
  const { fields, chosen, reset } = useRolePlace(data)
  const add = () => {
    if (chosen === undefined) return
    onAdd(chosen)
    reset()
  }
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto]">
      {fields}
      <Button variant="outline" size="md" disabled={chosen === undefined} onClick={add}>
        {t('desk.access.person.add')}
      </Button>
    </div>
  )
}
