import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState, type ComponentType } from 'react'
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
import { useDeskWords, useWholeWords } from '#web/features/lists/words.ts'
import { lazyPanel, MissingPanel } from '#web/page/lazyPart.tsx'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EntryTabs } from './menu/EntryTabs.tsx'
import { ListMap } from './parks/ListMap.tsx'

// What a list does not need is loaded when it is opened.
const Start = lazyPanel(async () => (await import('./OtherScreens.tsx')).Start)
const Denied = lazyPanel(async () => (await import('./OtherScreens.tsx')).Denied)
const Analytics = lazyPanel(async () => (await import('./analytics/Analytics.tsx')).Analytics)
const Dashboard = lazyPanel(async () => (await import('./dashboard/Dashboard.tsx')).Dashboard)
const EditProfileScreen = lazyPanel(async () => (await import('./people/ProfileScreens.tsx')).EditProfileScreen)
const InviteScreen = lazyPanel(async () => (await import('./people/InviteScreen.tsx')).InviteScreen)
const PasswordScreen = lazyPanel(async () => (await import('./people/ProfileScreens.tsx')).PasswordScreen)
const SecondFactorScreen = lazyPanel(async () => (await import('./people/SecondFactor.tsx')).SecondFactorScreen)
const ProfileScreen = lazyPanel(async () => (await import('./people/ProfileScreens.tsx')).ProfileScreen)
const PersonScreen = lazyPanel(async () => (await import('./people/PersonScreen.tsx')).PersonScreen)
const ReportScreen = lazyPanel(async () => (await import('./reports/ReportScreen.tsx')).ReportScreen)
const RecordScreen = lazyPanel(async () => (await import('#web/features/lists/record/RecordScreen.tsx')).RecordScreen)
const RoleScreen = lazyPanel(async () => (await import('./people/RoleScreen.tsx')).RoleScreen)

const NoticesScreen = lazyPanel(async () => (await import('./notices/NoticesScreen.tsx')).NoticesScreen)
const OrderBoardScreen = lazyPanel(async () => (await import('./orders/OrderBoardScreen.tsx')).OrderBoardScreen)
const DeliveryBoardScreen = lazyPanel(
  async () => (await import('./deliveries/DeliveryBoardScreen.tsx')).DeliveryBoardScreen,
)
const PhoneOrderScreen = lazyPanel(async () => (await import('./orders/phone/PhoneOrderScreen.tsx')).PhoneOrderScreen)
const PosScreen = lazyPanel(async () => (await import('./pos/PosScreen.tsx')).PosScreen)
const OrderTicketsScreen = lazyPanel(async () => (await import('./orders/PrintScreens.tsx')).OrderTicketsScreen)
const OrderReceiptScreen = lazyPanel(async () => (await import('./orders/PrintScreens.tsx')).OrderReceiptScreen)
const ParkingReceiptScreen = lazyPanel(
  async () => (await import('./pos/parking/ParkingReceipt.tsx')).ParkingReceiptScreen,
)

const FeeTableScreen = lazyPanel(async () => (await import('./documents/FeeTableScreen.tsx')).FeeTableScreen)

const NextDocuments = lazyPanel(async () => (await import('./documents/NextDocuments.tsx')).NextDocuments)

const SettingsList = lazyPanel(async () => (await import('./settings/SettingsList.tsx')).SettingsList)
const SettingsGroup = lazyPanel(async () => (await import('./settings/SettingsGroup.tsx')).SettingsGroup)

const ItemChangesScreen = lazyPanel(async () => (await import('./shop/ItemChangesScreen.tsx')).ItemChangesScreen)

/** The screens that are neither a list nor a record. */
const pages: Record<Exclude<DeskScreenName, DeskListName | DeskRecordName>, ComponentType> = {
  analytics: Analytics,
  'order-board': OrderBoardScreen,
  'delivery-board': DeliveryBoardScreen,
  'phone-order': PhoneOrderScreen,
  pos: PosScreen,
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
  'parking-receipts': ParkingReceiptScreen,
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
  const words = useWholeWords(isNeeded || isIdle)
  const { data, isError, refetch } = useQuery({
    enabled: isNeeded || isIdle,
    queryKey: ['desk_records'],
    queryFn: async () => (await import('./deskRecords.ts')).deskRecords,
    staleTime: Infinity,
    networkMode: 'always',
    // Components cannot be compared.
    structuralSharing: false,
  })
  const retry = () => {
    if (words.isMissing) words.retry()
    if (isError) void refetch()
  }
  const isMissing = words.isMissing || isError
  useEffect(() => {
    if (!isMissing) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  })
  return {
    records: words.isWhole ? data : undefined,
    isWhole: words.isWhole,
    missing: isMissing && <MissingPanel onRetry={retry} />,
  }
}

function Loading() {
  const { t } = useDeskWords()
  return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
}

/** The heading of a screen whose own part is not there. */
function ScreenTitle({ name }: { name: string }) {
  const { translateKey } = useDeskWords()
  return <h1 className="mb-4 text-xl">{translateKey(`desk.lists.${areaOf(name)}.title`)}</h1>
}

function Screen({ screens, profile }: DeskScreensProps) {
  const { permissions } = profile
  const { pathname } = useLocation()
  const [name = '', id, part] = splitDeskAddress(pathname)
  const needsRest = !isPlainList(name, id)
  const { records, isWhole, missing } = useRecords(needsRest)
  const tabs = <EntryTabs current={name} screens={screens} profile={profile} />
  // What could not be loaded says which screen it is, and leads to its neighbours, which may be here.
  if (needsRest && !isWhole)
    return missing ? (
      <>
        {tabs}
        {screens.some((screen) => screen.name === name) && <ScreenTitle name={name} />}
        {missing}
      </>
    ) : (
      <Loading />
    )
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
    if (OwnPage === undefined && records === undefined) return missing || <Loading />
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
      missing || <Loading />
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
