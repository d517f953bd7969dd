import { type ReactNode, useState } from 'react'
import type { listGrantable, Person } from '#contract/accounts/desk/people.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { ScopeType } from '#contract/permissions.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'

type Assignment = Person['assignments'][number]

interface RolePlace {
  /** A role, what it is held for, and the place: three fields. */
  fields: ReactNode
  /** Undefined until all of it is chosen. */
  chosen: Assignment | undefined
  reset: () => void
}

/** The fields that choose a role and its place among those that the person may give. A place is chosen, never assumed. */
export function useRolePlace(
  data: AnswerOf<typeof listGrantable> | undefined,
  errors: Readonly<Record<string, string>> = {},
): RolePlace {
  const { t, translateKey, language } = useDeskWords()
  const [role_id, setRole] = useState('')
  const [chosen, setScope] = useState<ScopeType>()
  const [place, setPlace] = useState('')
  const role = data?.roles.find(({ id }) => id === role_id)
  const scopes = role?.scopes ?? []
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
  const nameOf = () => (scope === 'park' ? code : (options?.find(({ value }) => value === place)?.label ?? null))
  const fields = (
    <>
      <Field label={t('desk.access.person.role')} error={errors['role_id']}>
        <NativeSelect
          name="role_id"
          value={role_id}
          placeholder={t('desk.access.person.choose')}
          onChange={({ target }) => {
            setRole(target.value)
            setPlace('')
          }}
          options={(data?.roles ?? []).map(({ id, name, name_fr }) => ({
            value: id,
            label: language === 'fr' ? name_fr : name,
          }))}
        />
      </Field>
      <Field label={t('desk.access.person.where')} error={errors['scope']}>
        <NativeSelect
          name="scope"
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
        <Field label={t('desk.access.person.park_code')} error={errors['place_id']}>
          <TextInput name="place_id" value={place} maxLength={36} onChange={({ target }) => setPlace(target.value)} />
        </Field>
      ) : (
        <Field label={t('desk.access.person.place')} error={errors['place_id']}>
          <NativeSelect
            name="place_id"
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
    </>
  )
  return {
    fields,
    chosen:
      role === undefined || !isComplete
        ? undefined
        : {
            role_id,
            role: role.name,
            role_fr: role.name_fr,
            scope,
            ...(scope === 'everywhere' ? { place_id: null, place: null } : { place_id, place: nameOf() }),
          },
    reset: () => {
      setRole('')
      setScope(undefined)
      setPlace('')
    },
  }
}
