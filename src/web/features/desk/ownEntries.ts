import { logOut } from '#web/api/logout.ts'
import type { DeskKey } from '#web/features/lists/words.ts'
import { paths } from '#web/paths.ts'

/** What a person does with their own account: in their menu and in the palette. */
export const ownEntries: readonly { name: DeskKey; to?: string; onSelect?: () => void }[] = [
  { name: 'desk.profile.title', to: paths.desk('profile') },
  { name: 'desk.profile.edit', to: paths.desk('profile/edit') },
  { name: 'desk.profile.password', to: paths.desk('profile/password') },
  { name: 'desk.go_to_site', to: paths.home() },
  { name: 'desk.log_out', onSelect: () => void logOut() },
]
