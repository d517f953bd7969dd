import { useProfile } from '#web/lib/useProfile.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { useBranchChoice } from './branchChoice.ts'
import { useDeskWords } from './words.ts'

/** Shows one branch alone, or all of them again, to people who work at several. */
export function BranchSwitcher() {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const { branch, choose } = useBranchChoice()
  const branches = profile?.branches ?? []
  if (branches.length < 2) return null
  return (
    <Field label={t('desk.branches.label')} hideLabel className="min-w-0 shrink">
      <NativeSelect
        value={branches.some(({ id }) => id === branch) ? branch : ''}
        options={[
          { value: '', label: t('desk.branches.all') },
          ...branches.map(({ id, name, city }) => ({ value: id, label: `${city} · ${name}` })),
        ]}
        onChange={({ target }) => choose(target.value)}
        className="w-28 sm:w-56"
      />
    </Field>
  )
}
