import { BarcodesText, showGtin, splitBarcodes, toGtin } from '#contract/catalogue/barcodes.ts'
import { itemColumns, maxItemLines, stockColumn, type ItemColumn } from '#contract/catalogue/desk/item-changes.ts'
import { itemFacts } from '#contract/catalogue/desk/items.ts'
import { itemKinds, taxClasses } from '#contract/catalogue/shop-rules.ts'
import { SlugText } from '#contract/lists/shared-fields.ts'
import { currencies, toCharged, toMajor, type Currency } from '#contract/money.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import type { Access } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { type FileRow, readTypedCell } from '#server/read-csv.ts'
import { toSlug } from '#server/slugs.ts'
import { priceKey, stockKey, titleOf, type ItemUnit, type SheetItem, type Snapshot } from './item-snapshot.ts'
import { requireStock, unitOf, type FactField, type ItemEdit, type NewItem, type PlannedRow } from './plan.ts'

/* Items, prices and stock as a file: what is exported can be imported again. */

interface Columns {
  named: ReadonlyMap<ItemColumn, number>
  /** The columns of stock, each with its branch. */
  stock: readonly { at: number; branch_id: string; heading: string }[]
}

interface Line {
  number: number
  read: (column: ItemColumn) => string
  cells: readonly string[]
}

const isColumn = (heading: string): heading is ItemColumn => (itemColumns as readonly string[]).includes(heading)

/** Throws 422 for a heading that is unknown or there twice, and where nothing says which item a line is. */
function readColumns(headings: readonly string[], { branches }: Snapshot): Columns {
  const named = new Map<ItemColumn, number>()
  const stock: { at: number; branch_id: string; heading: string }[] = []
  for (const [at, cell] of headings.entries()) {
    const heading = readTypedCell(cell).toLowerCase()
    if (heading === '') continue
    const branch = heading.startsWith(stockColumn)
      ? branches.find(({ slug }) => slug === heading.slice(stockColumn.length))
      : undefined
    if (branch !== undefined && !stock.some(({ branch_id }) => branch_id === branch.id))
      stock.push({ at, branch_id: branch.id, heading })
    else if (isColumn(heading) && !named.has(heading)) named.set(heading, at)
    else throw fieldError('file', 'file_heading', { heading: heading.slice(0, 80) })
  }
  if (!named.has('item') && !named.has('sku') && !named.has('name'))
    throw fieldError('file', 'csv_columns', { columns: 'item' })
  return { named, stock }
}

/** Who imports decides what their file may change. */
interface Importer {
  access: Access
}

/** What the lines of a file would change. Throws 422 at `file` for one that is not such a file. */
export function planFile(
  [headings, ...rows]: readonly FileRow[],
  snapshot: Snapshot,
  importer: Importer,
): PlannedRow[] {
  if (headings === undefined || rows.length === 0) throw fieldError('file', 'csv_empty')
  if (rows.length > maxItemLines) throw fieldError('file', 'csv_lines', { most: maxItemLines })
  const columns = readColumns(headings.cells, snapshot)
  const file = new FilePlan(snapshot, columns, importer)
  return rows.map(({ number, cells }) => {
    const read = (column: ItemColumn) => readTypedCell(cells[columns.named.get(column) ?? -1])
    return file.plan({ number, read, cells })
  })
}

/** What the lines before have already changed decides about the next one. */
class FilePlan {
  readonly #snapshot: Snapshot
  readonly #columns: Columns
  readonly #access: Access
  readonly #bySlug: Map<string, SheetItem>
  readonly #byBarcode: Map<string, { unit_id: string; item: string }>
  readonly #bySku: Map<string, { item: SheetItem; unit: ItemUnit }[]>
  /** The values that lines have set, and the addresses and codes of new items. */
  readonly #set = new Set<string>()

  constructor(snapshot: Snapshot, columns: Columns, { access }: Importer) {
    this.#snapshot = snapshot
    this.#columns = columns
    this.#access = access
    this.#bySlug = new Map(snapshot.items.map((item) => [item.slug, item]))
    const units = snapshot.items.flatMap((item) => [
      ...item.units.map((unit) => ({ item, unit })),
      ...(item.has_variations ? [{ item, unit: unitOfItem(item) }] : []),
    ])
    this.#byBarcode = new Map(
      units.flatMap(({ item, unit }) =>
        splitBarcodes(unit.barcodes ?? '').map((code) => [code, { unit_id: unit.id, item: titleOf(item) }]),
      ),
    )
    this.#bySku = Map.groupBy(
      units.filter(({ unit }) => unit.sku !== null),
      ({ unit }) => unit.sku!,
    )
  }

  plan(line: Line): PlannedRow {
    const shown = [line.read('item') || line.read('name') || line.read('sku'), line.read('variation')]
    const row = {
      line: line.number,
      name: shown
        .filter((text) => text !== '')
        .join(', ')
        .slice(0, 120),
    }
    const before = new Set(this.#set)
    try {
      const found = this.#find(line)
      if (found === undefined) return { ...row, ...this.#add(line), problem: null }
      const edits = this.#change(line, found)
      const label = [titleOf(found.item), found.unit?.code].filter(Boolean).join(', ')
      return { ...row, name: label, added: null, edits, problem: null }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#set.clear()
      for (const value of before) this.#set.add(value)
      return { ...row, added: null, edits: [], problem: error }
    }
  }

  /** The item of a line and what is sold of it; undefined for a new one. Throws 422 for a variation that is not there. */
  #find(line: Line): { item: SheetItem; unit: ItemUnit | undefined } | undefined {
    const [slug, code, sku] = [line.read('item').toLowerCase(), line.read('variation'), line.read('sku')]
    if (slug === '') {
      const found = sku === '' ? undefined : this.#bySku.get(sku)?.[0]
      return found === undefined ? undefined : { item: found.item, unit: found.unit }
    }
    const item = this.#bySlug.get(slug)
    if (item === undefined) return undefined
    const unit = item.units.find((candidate) => (candidate.code ?? '') === code)
    if (unit === undefined && code !== '') throw fieldError('variation', 'variation_unknown')
    return { item, unit }
  }

  #change(line: Line, { item, unit }: { item: SheetItem; unit: ItemUnit | undefined }): ItemEdit[] {
    const facts = (['name', 'name_fr', 'category_id', 'kind', 'tax_class'] as const).flatMap((field): ItemEdit[] => {
      const after = this.#readFact(line, field)
      if (after === undefined || after === item[field]) return []
      this.#takePlace(`${item.id} ${field}`, field)
      return [{ ...unitOf(item, undefined), kind: 'fact', field, before: item[field], after }]
    })
    const sku = this.#readFact(line, 'sku')
    const of = unit ?? unitOfItem(item)
    if (sku !== undefined && sku !== of.sku) {
      this.#requireFreeSku(sku, item.id)
      facts.push({ ...unitOf(item, of), kind: 'fact', field: 'sku', before: of.sku, after: sku })
    }
    const barcodes = this.#readBarcodes(line, of.barcodes)
    if (barcodes !== undefined && barcodes !== of.barcodes) {
      this.#requireFreeBarcodes(barcodes, of.id)
      facts.push({ ...unitOf(item, of), kind: 'fact', field: 'barcodes', before: of.barcodes, after: barcodes })
    }
    return [...facts, ...this.#readPrices(line, item, unit), ...this.#readStock(line, item, unit)]
  }

  #add(line: Line): { added: NewItem; edits: ItemEdit[] } {
    if (!this.#access.has('items.create')) throw fieldError('item', 'not_permitted')
    if (line.read('variation') !== '') throw fieldError('variation', 'variation_unknown')
    const [name, name_fr] = [this.#readFact(line, 'name') ?? null, this.#readFact(line, 'name_fr') ?? null]
    if (name === null && name_fr === null) throw fieldError('name', 'required')
    const must = <T extends string>(field: FactField, column: ItemColumn): T => {
      const value = this.#readFact(line, field)
      if (value === undefined) throw fieldError(column, 'required')
      return value as T
    }
    const typed = line.read('item').toLowerCase()
    const slug = typed === '' ? toSlug(name ?? name_fr!).slice(0, 80) : typed
    if (!SlugText.safeParse(slug).success) throw fieldError('item', 'slug')
    this.#takePlace(`slug ${slug}`, 'item')
    const sku = this.#readFact(line, 'sku') ?? null
    if (sku !== null) this.#requireFreeSku(sku, '')
    const barcodes = this.#readBarcodes(line, null) ?? null
    if (barcodes !== null) this.#requireFreeBarcodes(barcodes, '')
    const key = `line ${line.number}`
    const tracks_stock = this.#columns.stock.some(({ at }) => readTypedCell(line.cells[at]) !== '')
    const added: NewItem = {
      key,
      slug: typed === '' ? null : slug,
      name,
      name_fr,
      sku,
      barcodes,
      category_id: must('category_id', 'category'),
      kind: must('kind', 'kind'),
      tax_class: must('tax_class', 'tax_class'),
      tracks_stock,
    }
    const item = { id: key, tracks_stock }
    const unit = { id: key, kind: 'item' as const, code: null, sku, barcodes }
    return { added, edits: [...this.#readPrices(line, item, unit), ...this.#readStock(line, item, unit)] }
  }

  #readFact(line: Line, field: FactField): string | undefined {
    const text = line.read(field === 'category_id' ? 'category' : field)
    if (text === '') return undefined
    if (field === 'category_id') {
      const category = this.#snapshot.categories.find(({ slug }) => slug === text.toLowerCase())
      if (category === undefined) throw fieldError('category', 'csv_value', { value: text.slice(0, 80) })
      return category.id
    }
    const codes = field === 'kind' ? itemKinds : field === 'tax_class' ? taxClasses : undefined
    if (codes !== undefined) {
      if (!(codes as readonly string[]).includes(text))
        throw fieldError(field, 'csv_value', { value: text.slice(0, 80) })
      return text
    }
    const read = itemFacts[field as 'name' | 'name_fr' | 'sku'].safeParse(text)
    if (!read.success) throw fieldError(field, read.error.issues[0]!.message)
    return read.data!
  }

  #readPrices(line: Line, item: { id: string }, unit: ItemUnit | undefined): ItemEdit[] {
    return currencies.flatMap((currency): ItemEdit[] => {
      const column = columnOf(currency)
      const text = line.read(column)
      if (text === '') return []
      if (unit === undefined) throw fieldError(column, 'variation_needed')
      const before = this.#snapshot.prices.get(priceKey(unit.id, currency))
      const after = text === '-' ? undefined : readAmount(column, text, currency)
      if (after === before) return []
      if (this.#access.get('items.prices')?.everywhere !== true) throw fieldError(column, 'not_permitted')
      this.#takePlace(`${unit.id} ${currency}`, column)
      return [{ ...unitOf(item, unit), kind: 'price', currency, before: write(before), after: write(after) }]
    })
  }

  #readStock(line: Line, item: { id: string; tracks_stock: boolean }, unit: ItemUnit | undefined): ItemEdit[] {
    return this.#columns.stock.flatMap(({ at, branch_id, heading }): ItemEdit[] => {
      const text = readTypedCell(line.cells[at])
      if (text === '') return []
      if (unit === undefined) throw fieldError(heading, 'variation_needed')
      if (!/^\d{1,7}$/.test(text)) throw fieldError(heading, 'whole_number')
      const { on_hand, reserved } = this.#snapshot.stock.get(stockKey(branch_id, unit.id)) ?? {
        on_hand: 0,
        reserved: 0,
      }
      const after = Number(text)
      if (after === on_hand) return []
      const scope = this.#access.get('stock.update')
      if (scope === undefined || !includesBranch(scope, branch_id)) throw fieldError(heading, 'not_permitted')
      requireStock(heading, item, after, reserved)
      this.#takePlace(`${unit.id} ${branch_id}`, heading)
      return [{ ...unitOf(item, unit), kind: 'stock', branch_id, before: on_hand, after }]
    })
  }

  /** Barcodes as they are shown, so that the same ones in another order or length change nothing. */
  #readBarcodes(line: Line, before: string | null): string | undefined {
    const text = line.read('barcodes')
    if (text === '') return undefined
    const read = BarcodesText.safeParse(text)
    if (!read.success) throw fieldError('barcodes', read.error.issues[0]!.message)
    const sorted = (pieces: string) =>
      [...new Set(splitBarcodes(pieces).map((piece) => toGtin(piece)!))].toSorted().map(showGtin).join(' ')
    return before !== null && sorted(before) === sorted(text) ? before : sorted(text)
  }

  #requireFreeBarcodes(barcodes: string, unit_id: string): void {
    for (const code of splitBarcodes(barcodes)) {
      const other = this.#byBarcode.get(code)
      if (other !== undefined && other.unit_id !== unit_id)
        throw fieldError('barcodes', 'barcode_taken', { code, item: other.item })
      this.#takePlace(`barcode ${code}`, 'barcodes')
    }
  }

  #requireFreeSku(sku: string, item_id: string): void {
    const taken = this.#bySku.get(sku)?.some(({ item }) => item.id !== item_id) === true
    if (taken) throw fieldError('sku', 'code_taken')
    this.#takePlace(`sku ${sku}`, 'sku')
  }

  /** A value that two lines set is that of neither. */
  #takePlace(value: string, field: string): void {
    if (this.#set.has(value)) throw fieldError(field, 'line_twice')
    this.#set.add(value)
  }
}

const unitOfItem = ({ id, sku, barcodes }: SheetItem): ItemUnit => ({ id, kind: 'item', code: null, sku, barcodes })

const columnOf = (currency: Currency) => `price_${currency.toLowerCase()}` as ItemColumn
const write = (minor: bigint | undefined): string | null => (minor === undefined ? null : String(minor))

/** An amount as files have it: with a point or a comma before at most two decimals, and spaces between thousands. */
function readAmount(column: string, text: string, currency: Currency): bigint {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(plain)) throw fieldError(column, 'number')
  const minor = toCharged(Number(plain), currency)
  if (minor === undefined) throw fieldError(column, 'fraction')
  if (Number(plain) > 1_000_000_000) throw fieldError(column, 'too_large')
  return minor
}

/** The headings and rows of a file with all items. */
export function writeItems({ items, prices, stock, categories, branches }: Snapshot): {
  headings: string[]
  rows: (string | number | null)[][]
} {
  const category = new Map(categories.map(({ id, slug }) => [id, slug]))
  const headings = [...itemColumns, ...branches.map(({ slug }) => `${stockColumn}${slug}`)]
  const rows = items.flatMap((item) =>
    (item.units.length > 0 ? item.units : [undefined]).map((unit) => [
      item.slug,
      unit?.code ?? null,
      unit === undefined ? item.sku : unit.sku,
      unit === undefined ? item.barcodes : unit.barcodes,
      item.name,
      item.name_fr,
      category.get(item.category_id) ?? null,
      item.kind,
      item.tax_class,
      ...currencies.map((currency) => {
        const minor = unit === undefined ? undefined : prices.get(priceKey(unit.id, currency))
        return minor === undefined ? null : toMajor(minor, currency)
      }),
      ...branches.map(({ id }) =>
        item.tracks_stock && unit !== undefined ? (stock.get(stockKey(id, unit.id))?.on_hand ?? 0) : null,
      ),
    ]),
  )
  return { headings, rows }
}
