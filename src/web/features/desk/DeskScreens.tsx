import { useIsFetching, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Profile } from '#contract/accounts/auth.ts'
import { isDeskAddress, splitDeskAddress } from '#contract/desk/addresses.ts'
import type { DeskRecordName } from '#contract/desk/records.ts'
import {
  deskLists,
  deskScreens,
  recordPages,
  type DeskListName,
  type DeskScreenName,
  type RecordPageName,
} from '#contract/desk/screens.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskScreen } from '#contract/lists/screens.ts'
import { hasOwnWords } from '#i18n/desk-parts.ts'
import { ListScreen } from '#web/features/lists/list/ListScreen.tsx'
import { Missing } from '#web/features/lists/Missing.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords, useWholeWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EntryTabs } from './menu/EntryTabs.tsx'
import { ListMap } from './parks/ListMap.tsx'

// What a list does not need is loaded when it is opened.
const Analytics = lazy(async () => ({ default: (await import('./analytics/Analytics.tsx')).Analytics }))
const Dashboard = lazy(async () => ({ default: (await import('./dashboard/Dashboard.tsx')).Dashboard }))
const EditProfileScreen = lazy(async () => ({
  default: (await import('./people/ProfileScreens.tsx')).EditProfileScreen,
}))
const InviteScreen = lazy(async () => ({ default: (await import('./people/InviteScreen.tsx')).InviteScreen }))
const PasswordScreen = lazy(async () => ({ default: (await import('./people/ProfileScreens.tsx')).PasswordScreen }))
const SecondFactorScreen = lazy(async () => ({
  default: (await import('./people/SecondFactor.tsx')).SecondFactorScreen,
}))
const ProfileScreen = lazy(async () => ({ default: (await import('./people/ProfileScreens.tsx')).ProfileScreen }))
const PersonScreen = lazy(async () => ({ default: (await import('./people/PersonScreen.tsx')).PersonScreen }))
const ReportScreen = lazy(async () => ({ default: (await import('./reports/ReportScreen.tsx')).ReportScreen }))
const RecordScreen = lazy(async () => ({
  default: (await import('#web/features/lists/record/RecordScreen.tsx')).RecordScreen,
}))
const RoleScreen = lazy(async () => ({ default: (await import('./people/RoleScreen.tsx')).RoleScreen }))

const NoticesScreen = lazy(async () => ({ default: (await import('./notices/NoticesScreen.tsx')).NoticesScreen }))
const OrderBoardScreen = lazy(async () => ({
  default: (await import('./orders/OrderBoardScreen.tsx')).OrderBoardScreen,
}))
const PhoneOrderScreen = lazy(async () => ({
  default: (await import('./orders/phone/PhoneOrderScreen.tsx')).PhoneOrderScreen,
}))
const OrderTicketsScreen = lazy(async () => ({
  default: (await import('./orders/PrintScreens.tsx')).OrderTicketsScreen,
}))
const OrderReceiptScreen = lazy(async () => ({
  default: (await import('./orders/PrintScreens.tsx')).OrderReceiptScreen,
}))

const FeeTableScreen = lazy(async () => ({
  default: (await import('./documents/FeeTableScreen.tsx')).FeeTableScreen,
}))

const NextDocuments = lazy(async () => ({ default: (await import('./documents/NextDocuments.tsx')).NextDocuments }))

const SettingsList = lazy(async () => ({ default: (await import('./settings/SettingsList.tsx')).SettingsList }))
const SettingsGroup = lazy(async () => ({ default: (await import('./settings/SettingsGroup.tsx')).SettingsGroup }))

const ItemChangesScreen = lazy(async () => ({
  default: (await import('./shop/ItemChangesScreen.tsx')).ItemChangesScreen,
}))

/** The screens that are neither a list nor a record. */
const pages: Record<Exclude<DeskScreenName, DeskListName | DeskRecordName>, ComponentType> = {
  analytics: Analytics,
  'order-board': OrderBoardScreen,
  'phone-order': PhoneOrderScreen,
  'document-fee-table': FeeTableScreen,
  'item-changes': ItemChangesScreen,
  settings: SettingsList,
  'payment-gateway': () => <SettingsGroup id="payments" />,
}

/** The records with a page of their own. */
const ownPages: Record<RecordPageName, ComponentType<{ id: string }>> = {
  people: PersonScreen,
  invite: InviteScreen,
  roles: RoleScreen,
  'order-tickets': OrderTicketsScreen,
  'order-receipts': OrderReceiptScreen,
  settings: SettingsGroup,
}

const isIn = <Key extends string>(table: Partial<Record<Key, unknown>>, name: string): name is Key =>
  Object.hasOwn(table, name)

/** What everybody in the desk may open, by the segment after `profile`. */
const profileScreens: Record<string, ComponentType> = {
  '': ProfileScreen,
  edit: EditProfileScreen,
  password: PasswordScreen,
  'second-factor': SecondFactorScreen,
}

/** Where `/desk/orders/{number}` and what follows it lead, by the part. */
const orderScreens: Record<string, string> = {
  '': 'online-orders',
  receipt: 'order-receipts',
  tickets: 'order-tickets',
}

interface DeskScreensProps {
  screens: readonly DeskScreen[]
  profile: Profile
}

/** The screen of the address, for people who may open it. */
export function DeskScreens(props: DeskScreensProps) {
  return (
    <Suspense fallback={<Loading />}>
      <Screen {...props} />
    </Suspense>
  )
}

/** True a moment after the page has shown what it first asked for. */
function useIdle(): boolean {
  const isBusy = useIsFetching() > 0
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (isBusy || isIdle) return
    const timer = setTimeout(() => setIsIdle(true), 300)
    return () => clearTimeout(timer)
  }, [isBusy, isIdle])
  return isIdle
}

/** Whether the address shows a list and nothing else, with the words that all lists have. */
const isPlainList = (name: string, id: string | undefined) =>
  id === undefined && isIn(deskLists, name) && deskLists[name].report === undefined && !hasOwnWords(name)

/** What a list needs only to change many: the descriptions of the records, with their sentences. */
function useRecords(isNeeded: boolean) {
  const isIdle = useIdle()
  const isWhole = useWholeWords(isNeeded || isIdle)
  const { data } = useQuery({
    enabled: isNeeded || isIdle,
    queryKey: ['desk_records'],
    queryFn: async () => (await import('./deskRecords.ts')).deskRecords,
    staleTime: Infinity,
    // Components cannot be compared.
    structuralSharing: false,
  })
  return { records: isWhole ? data : undefined, isWhole }
}

function Loading() {
  const { t } = useDeskWords()
  return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
}

function Screen({ screens, profile }: DeskScreensProps) {
  const { permissions } = profile
  const { pathname } = useLocation()
  const [name = '', id, part] = splitDeskAddress(pathname)
  const needsRest = !isPlainList(name, id)
  const { records, isWhole } = useRecords(needsRest)
  if (needsRest && !isWhole) return <Loading />
  const profileScreen = name === 'profile' ? profileScreens[id ?? ''] : undefined
  if (profileScreen !== undefined) {
    const Profile = profileScreen
    return <Profile />
  }
  const moved = name === 'orders' ? orderScreens[part ?? ''] : undefined
  if (moved !== undefined) return <Navigate replace to={paths.desk(id === undefined ? moved : `${moved}/${id}`)} />
  if (!isDeskAddress(pathname)) return <Missing />
  if (name === 'notices' && id === undefined) return <NoticesScreen />
  if (id !== undefined) {
    const OwnPage = isIn(ownPages, name) ? ownPages[name] : undefined
    if (OwnPage === undefined && records === undefined) return <Loading />
    const described = records?.[name]
    const permission = isIn(recordPages, name) ? recordPages[name] : described?.record.list.permission
    if (permission === undefined) return <Missing />
    if (!permissions.includes(permission)) return <Denied mayCheck={permissions.includes('passes.check')} />
    // A branch and its settings have the same id, and all new records have `new`.
    const key = `${name}/${id}`
    if (OwnPage !== undefined) return <OwnPage key={key} id={decodeURIComponent(id)} />
    return (
      <RecordScreen
        key={key}
        description={described!.record}
        id={decodeURIComponent(id)}
        {...(described!.panels && { panels: described!.panels })}
        dialogs={described!.dialogs}
      />
    )
  }
  if (name === '')
    return permissions.includes('dashboard.view') ? (
      <Dashboard />
    ) : (
      <Start screens={screens} mayCheck={permissions.includes('passes.check')} />
    )
  if (!deskScreens.some((screen) => screen.name === name)) return <Missing />
  if (!screens.some((screen) => screen.name === name)) return <Denied mayCheck={permissions.includes('passes.check')} />
  // A list of their own company alone.
  if (name === 'partners' && profile.operator !== null)
    return <Navigate replace to={paths.desk(`partners/${profile.operator.id}`)} />
  const tabs = <EntryTabs current={name} screens={screens} profile={profile} />
  if (isIn(pages, name)) {
    const Page = pages[name]
    return (
      <>
        {tabs}
        <Page />
      </>
    )
  }
  if (!isIn(deskLists, name))
    return records === undefined ? (
      <Loading />
    ) : (
      <RecordScreen key={name} description={records[name]!.record} id={name} />
    )
  const list = deskLists[name]
  if (list.report !== undefined)
    return (
      <>
        {tabs}
        <ReportScreen key={name} list={list} report={list.report} />
      </>
    )
  return (
    <>
      {tabs}
      <ListScreen key={name} list={list} record={records?.[name]?.record} changes={records?.[name]?.changes}>
        <ListMap list={name} />
        {name === 'documents' && (
          <Suspense fallback={<p className="mb-3 h-11" />}>
            <NextDocuments />
          </Suspense>
        )}
      </ListScreen>
    </>
  )
}

/** The way to each screen that the person may open. */
function Start({ screens, mayCheck }: { screens: readonly DeskScreen[]; mayCheck: boolean }) {
  const { t, translateKey } = useDeskWords()
  useDeskTitle(t('desk.title'))
  if (screens.length === 0)
    return (
      <EmptyState
        picture="denied"
        level={1}
        title={t('desk.denied')}
        action={mayCheck && <ButtonLink to={paths.guard()}>{t('desk.to_guard')}</ButtonLink>}
      >
        {t(mayCheck ? 'desk.guard_only' : 'desk.no_role')}
      </EmptyState>
    )
  return (
    <>
      <h1 className="mb-4 text-xl">{t('desk.title')}</h1>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {screens.map(({ name }) => (
          <li key={name}>
            <PageLink
              to={paths.desk(name)}
              className="block h-full rounded-xl border border-line bg-card p-4 hover:border-act"
            >
              <span className="block font-bold">{translateKey(`desk.lists.${areaOf(name)}.title`)}</span>
              <span className="block text-sm text-ink-2">{translateKey(`desk.lists.${areaOf(name)}.description`)}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** `mayCheck`: whether the person checks passes, for which there is a page of its own. */
function Denied({ mayCheck }: { mayCheck: boolean }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  useDeskTitle(t('desk.denied'))
  return (
    <EmptyState
      picture="denied"
      level={1}
      title={t('desk.denied')}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {mayCheck && <ButtonLink to={paths.guard()}>{t('desk.to_guard')}</ButtonLink>}
          <ButtonLink to={paths.desk()} variant={mayCheck ? 'outline' : 'primary'}>
            {t('desk.to_desk')}
          </ButtonLink>
        </span>
      }
    >
      {site('errors.forbidden')}
    </EmptyState>
  )
}
