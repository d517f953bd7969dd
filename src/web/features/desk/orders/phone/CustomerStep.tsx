import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { DeskLead } from '#contract/leads/desk.ts'
import type { OrderCustomer } from '#contract/orders/desk/phone-orders.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { usePanelCall } from '../../parks/usePanelCall.tsx'

/** Whom an order is for; `id` is empty where they have no account, and `language` that of the message to them. */
export type PhoneCustomer = OrderCustomer & { language?: Language }

/** Who wants the order, as they wrote it: found, or filled in for a new account. */
type Person = Pick<DeskLead, 'name' | 'email' | 'phone' | 'language'>

interface CustomerStepProps {
  person?: Person | undefined
  country: CountryCode
  customer: PhoneCustomer | undefined
  onChange: (customer: PhoneCustomer | undefined) => void
}

/** Finds the customer by email or phone number; without an account one is opened, or the number alone is enough. */
export function CustomerStep({ country, customer, onChange, person }: CustomerStepProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const [search, setSearch] = useState(person?.email ?? '')
  const [failure, setFailure] = useState<string>()
  const [isEmpty, setEmpty] = useState(false)
  const [found, setFound] = useState<{ search: string; items: OrderCustomer[] }>()
  const [isSearching, setSearching] = useState(false)
  const find = async () => {
    const body = { search: search.trim(), country_code: country }
    setFailure(undefined)
    setEmpty(body.search === '')
    if (body.search === '') return
    setSearching(true)
    try {
      const { items } = await call('POST /api/v1/admin/phone-orders/customers/find', { body })
      setFound({ search: search.trim(), items })
      const [only] = items
      if (items.length === 1 && !only!.is_disabled) onChange(only)
    } catch (error) {
      const [wrong] = error instanceof CallError ? (error.problem?.errors ?? []) : []
      setFailure(wrong?.message ?? describeFailure(site, error))
    }
    setSearching(false)
  }
  const isStarted = useRef(false)
  useEffect(() => {
    if (person === undefined || isStarted.current) return
    isStarted.current = true
    void find()
  })
  if (customer !== undefined)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Who customer={customer} />
        <Button variant="outline" size="md" onClick={() => onChange(undefined)}>
          {t('desk.orders.phone.change_customer')}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-4">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
        className="flex flex-wrap items-end gap-2"
      >
        <Field
          label={t('desk.orders.phone.search')}
          error={isEmpty ? site('errors.fields.required') : failure}
          className="min-w-60 flex-1"
        >
          <TextInput
            name="customer_search"
            value={search}
            maxLength={254}
            autoComplete="off"
            onChange={({ target }) => setSearch(target.value)}
          />
        </Field>
        <Button type="submit" busy={isSearching}>
          {t('desk.orders.phone.find')}
        </Button>
      </form>
      {found !== undefined && found.items.length > 0 && (
        <ul className="grid gap-2">
          {found.items.map((item) => (
            <li key={item.id} className="flex flex-wrap items-center justify-between gap-3">
              <Who customer={item} />
              {item.is_disabled ? (
                <p className="text-sm text-bad">{t('desk.orders.phone.disabled')}</p>
              ) : (
                <Button variant="outline" size="md" onClick={() => onChange(item)}>
                  {t('desk.orders.phone.choose')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {found?.items.length === 0 && (
        <>
          <p role="status">{t('desk.orders.phone.found_none')}</p>
          <NewCustomer
            key={found.search}
            country={country}
            search={found.search}
            person={found.search === person?.email ? person : undefined}
            onOpened={onChange}
          />
        </>
      )}
    </div>
  )
}

function Who({ customer: { name, email, phone } }: { customer: OrderCustomer }) {
  return (
    <p className="min-w-0 wrap-anywhere">
      <span className="font-bold">{name}</span>
      <span className="block text-sm text-ink-2">{[email, phone].filter(Boolean).join(' · ')}</span>
    </p>
  )
}

interface NewCustomerProps {
  country: CountryCode
  /** What was looked for, which is taken over. */
  search: string
  person: Person | undefined
  onOpened: (customer: PhoneCustomer) => void
}

function NewCustomer({ country, search, person, onOpened }: NewCustomerProps) {
  const { t, translateKey, language: own } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors } = usePanelCall()
  const isEmail = search.includes('@')
  const [email, setEmail] = useState(isEmail ? search : '')
  const [phone, setPhone] = useState(isEmail ? (person?.phone ?? '') : search)
  const [first = '', ...others] = person?.name.split(/\s+/) ?? []
  const [first_name, setFirstName] = useState(first)
  const [last_name, setLastName] = useState(others.join(' '))
  const [language, setLanguage] = useState<Language>(person?.language ?? (country === 'SN' ? 'fr' : own))
  const [isSending, setSending] = useState(false)
  const [missing, setMissing] = useState<'first_name' | 'phone'>()
  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() === '') {
      const [name, number] = [[first_name, last_name].join(' ').trim(), phone.trim()]
      setMissing(name === '' ? 'first_name' : number === '' ? 'phone' : undefined)
      if (name === '' || number === '') return
      const contact = { id: '', name, email: '', phone: number, is_disabled: false, addresses: [], vehicles: [] }
      return onOpened({ ...contact, language })
    }
    setSending(true)
    const names = { first_name: first_name.trim(), ...(last_name.trim() !== '' && { last_name: last_name.trim() }) }
    const body = { ...names, email, language, country_code: country, ...(phone.trim() !== '' && { phone }) }
    const opened = await run(
      () => call('POST /api/v1/admin/phone-orders/customers', { body }),
      t('desk.orders.phone.opened'),
    )
    setSending(false)
    if (opened !== undefined) onOpened(opened)
  }
  return (
    <form noValidate onSubmit={open} className="grid gap-4 rounded-xl border border-line p-4">
      <h3 className="text-base font-bold">{t('desk.orders.phone.new_customer')}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('desk.orders.phone.first_name')}
          error={missing === 'first_name' ? site('errors.fields.required') : errors['first_name']}
          required
        >
          <TextInput
            name="first_name"
            value={first_name}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => setFirstName(target.value)}
          />
        </Field>
        <Field label={t('desk.orders.phone.last_name')} aside={site('common.optional')} error={errors['last_name']}>
          <TextInput
            value={last_name}
            maxLength={80}
            autoComplete="off"
            onChange={({ target }) => setLastName(target.value)}
          />
        </Field>
        <Field
          label={t('desk.orders.phone.email')}
          hint={t('desk.orders.phone.email_hint')}
          error={errors['email']}
          aside={site('common.optional')}
        >
          <TextInput
            type="email"
            value={email}
            maxLength={254}
            autoComplete="off"
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
        <Field
          label={t('desk.orders.phone.phone')}
          {...(email.trim() === '' ? { required: true } : { aside: site('common.optional') })}
          error={missing === 'phone' ? site('errors.fields.required') : errors['phone']}
        >
          <TextInput
            type="tel"
            value={phone}
            maxLength={25}
            autoComplete="off"
            onChange={({ target }) => setPhone(target.value)}
          />
        </Field>
        <Field label={t('desk.orders.phone.language')} error={errors['language']}>
          <NativeSelect
            value={language}
            options={(['en', 'fr'] as const).map((value) => ({
              value,
              label: translateKey(`desk.words.languages.${value}`),
            }))}
            onChange={({ target }) => setLanguage(target.value as Language)}
          />
        </Field>
      </div>
      <Button type="submit" size="md" busy={isSending} className="justify-self-start">
        {t(email.trim() === '' ? 'desk.orders.phone.by_number' : 'desk.orders.phone.open_account')}
      </Button>
    </form>
  )
}
