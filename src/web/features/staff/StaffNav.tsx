import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { paths } from '#web/paths.ts'

/** From one page of staff to the other. */
export function StaffNav() {
  const { t } = useTranslation()
  const pages = [
    { to: paths.staffLeads(), label: t('staff.leads.title') },
    { to: paths.staffMoney(), label: t('staff.money.title') },
  ]
  return (
    <nav aria-label={t('staff.pages')} className="-mx-3 flex overflow-x-auto pt-3 [scrollbar-width:none]">
      {pages.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="inline-flex min-h-11 items-center rounded-md px-3 font-semibold whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-kerb aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-8"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
