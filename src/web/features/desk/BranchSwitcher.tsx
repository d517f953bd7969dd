import type { Profile } from '#contract/accounts/auth.ts'
import { useBranchChoice } from '#web/features/lists/branchChoice.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'

/** Shows one branch alone, or all of them again, to people who work at several. */
export function BranchSwitcher({ branches }: Pick<Profile, 'branches'>) {
  const { t } = useDeskWords()
  const { branch, choose } = useBranchChoice()
  return (
    <Field label={t('desk.branches.label')} hideLabel className="min-w-0 max-sm:flex-1">
      <NativeSelect
        value={branches.some(({ id }) => id === branch) ? branch : ''}
        options={[
          { value: '', label: t('desk.branches.all') },
          ...branches.map(({ id, name, city }) => ({ value: id, label: `${city} · ${name}` })),
        ]}
        onChange={({ target }) => choose(target.value)}
        className="w-full sm:w-56 xl:w-72"
      />
    </Field>
  )
}
