import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'

/** Everybody with an account. */
export const customerList = deskList({
  name: 'customers',
  menu: { group: 'people', rank: 10, letter: 'c' },
  bulk: ['customers.block', 'customers.update'],
  permission: 'customers.view',
  personal: true,
  opens: { screen: 'customers', permission: 'customers.view' },
  namedBy: ['name', 'email', 'phone'],
  columns: {
    name: { kind: 'text', sortable: true },
    email: { kind: 'text', sortable: true },
    phone: { kind: 'phone' },
    country: { kind: 'country', sortable: true },
    plates: { kind: 'text' },
    bookings: { kind: 'number' },
    balance: { kind: 'money', extra: true },
    language: { kind: 'choice', words: 'languages', extra: true },
    verified: { kind: 'flag', extra: true },
    status: { kind: 'choice', badge: true, words: 'account_states', extra: true },
    created_at: { kind: 'instant', sortable: true },
    last_seen_at: { kind: 'instant' },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    verified: { kind: 'flag' },
    created: { kind: 'days' },
  },
  states: ['active', 'disabled'],
  sort: '-created_at',
})
