import { LogOut, Ticket, UserRound, Wallet } from 'lucide-react'
import { logOut } from '#web/api/logout.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { MenuButton } from '#web/ui/overlay/MenuButton.tsx'
import { useStaffPages } from '../useStaffPages.tsx'
import { useAvatar } from './useAvatar.ts'

/** The menu of the signed-in user. */
export default function AccountMenu() {
  const { t } = useTranslation()
  const { name, initial } = useAvatar()
  const staffPages = useStaffPages()
  return (
    <MenuButton
      trigger={
        <button
          type="button"
          aria-label={t('shell.nav.account', { name })}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-ink text-md font-bold text-paper transition-opacity hover:opacity-85"
        >
          <span aria-hidden="true">{initial}</span>
        </button>
      }
      groups={[
        {
          heading: name,
          entries: [
            { label: t('shell.nav.my_bookings'), icon: <Ticket aria-hidden="true" />, to: paths.bookings() },
            { label: t('shell.nav.wallet'), icon: <Wallet aria-hidden="true" />, to: paths.wallet() },
            { label: t('shell.nav.profile'), icon: <UserRound aria-hidden="true" />, to: paths.profile() },
          ],
        },
        ...(staffPages.length === 0 ? [] : [{ heading: t('staff.pages'), entries: staffPages }]),
        {
          entries: [
            { label: t('shell.nav.logout'), icon: <LogOut aria-hidden="true" />, onSelect: () => void logOut() },
          ],
        },
      ]}
    />
  )
}
