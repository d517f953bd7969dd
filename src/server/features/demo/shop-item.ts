import type { ItemKind, TaxClass, WorkGroup } from '#contract/catalogue/shop-rules.ts'

type Words = readonly [en: string, fr: string]

/** Amounts in major units: naira, Canadian dollars, francs, US dollars. */
export type Amounts = readonly [NGN: number, CAD: number, XOF: number, USD: number]

export interface ExampleCategory {
  slug: string
  name: Words
  description: Words
  work_group: Exclude<WorkGroup, 'delivery'>
  tax_class: TaxClass
  kind: ItemKind
  items: readonly ExampleItem[]
}

export interface ExampleItem {
  slug: string
  name: Words
  description: Words
  prices: Amounts
  /** By vehicle class, or by size: how much of the price each is. */
  by?: 'vehicle_class' | 'size'
  minutes?: number
  units?: number
  extras?: readonly (readonly [...Words, Amounts])[]
  addons?: readonly string[]
  takeawayOnly?: true
  needsKey?: true
  featured?: true
}
