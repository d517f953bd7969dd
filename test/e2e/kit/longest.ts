import type { Page } from '@playwright/test'

/* The longest names, addresses and amounts that pages have to fit, in the words that people use. */

const person = { first_name: 'Marie-Antoinette Oluwadamilola', last_name: 'Ndiaye-Featherstonehaugh Abdourahmane' }
const place = 'Stationnement du Centre hospitalier universitaire Sainte-Justine, niveau inférieur'
const item = 'Nettoyage extraordinairement complet de l’intérieur, sièges et coffre compris'

/** By the field of an answer. What is empty there stays empty. */
const texts: Readonly<Record<string, string>> = {
  ...person,
  user_name: `${person.first_name} ${person.last_name}`,
  email: 'marie-antoinette.oluwadamilola.ndiaye@departement-infrastructures.example.com',
  park_name: place,
  address: '14875, boulevard Monseigneur-de-Saint-Vallier Ouest, bâtiment administratif, porte 12',
  line: '14875, boulevard Monseigneur-de-Saint-Vallier Ouest, bâtiment administratif, porte 12',
  city: 'Sainte-Marguerite-du-Lac-Masson',
  make: 'Mercedes-Benz',
  model: 'Sprinter Tourer Extralong',
  plate: 'WWWW 4827 MM',
  venue: 'Complexe sportif international Claude-Robillard de Saint-Michel',
  note: 'Extraordinairement longue remarque au sujet de l’emplacement derrière la pharmacie',
}
/** Fields that several kinds of things have: their longest name is that of the kind. */
const names: Readonly<Record<string, string>> = {
  item,
  items: item,
  lines: item,
  extras: 'Lait d’avoine biologique, préparation supplémentaire',
  category: 'Accessoires et produits d’entretien',
  country: '',
  taxes: 'Taxe de vente harmonisée',
  variation: 'Véhicule utilitaire extraordinairement grand',
}

/** What an amount is multiplied by to be one of millions of francs. */
const francs: Readonly<Record<string, number>> = { CAD: 100_000, USD: 100_000, NGN: 1_000, XOF: 1_000 }

const amounts = new Set('amount balance balance_after pending owed owed_taken_back refunded due price total'.split(' '))

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Returns an answer of the server with its texts as long as they can be, and its amounts in millions of francs. */
export function lengthen(value: Json, field = '', owner = ''): Json {
  if (Array.isArray(value)) return value.map((each) => lengthen(each, field, owner))
  if (typeof value === 'string') {
    if (field === 'currency') return 'XOF'
    const text = field === 'name' ? (names[owner] ?? place) : (texts[field] ?? '')
    return text === '' || value === '' ? value : text
  }
  if (value === null || typeof value !== 'object') return value
  const factor = typeof value['currency'] === 'string' ? francs[value['currency']] : undefined
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      factor !== undefined && typeof inner === 'number' && amounts.has(key)
        ? Math.round(inner * factor)
        : lengthen(inner, key, field),
    ]),
  )
}

/** Lengthens every answer that pages get from now on; files, pictures and what is refused stay as they are. */
export const lengthenAnswers = (page: Page): Promise<unknown> =>
  page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch()
    const isJson = response.ok() && response.headers()['content-type']?.startsWith('application/json') === true
    await (isJson
      ? route.fulfill({ response, json: lengthen((await response.json()) as Json) })
      : route.fulfill({ response }))
  })

/**
 * Lists the words and amounts of a page that are broken in their middle, the amounts that are cut, and the texts that lie
 * over each other. What stands above the page (bars, notices) is exempt.
 */
export const findBroken = (page: Page): Promise<string[]> => page.evaluate(collectBroken)

/** Runs in the page. */
function collectBroken(): string[] {
  const problems = new Set<string>()
  const longestWord = 24
  const isShown = (element: Element) =>
    element.closest('[aria-hidden=true], .sr-only, .maplibregl-map, svg') === null &&
    element.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true })
  const isAbove = (element: Element) => {
    for (let outer: Element | null = element; outer !== null; outer = outer.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(outer).position)) return true
    return false
  }
  /** What is left of a box within the elements that cut it. */
  const showIn = (element: Element, box: DOMRect): DOMRect => {
    let { left, right, top, bottom } = box
    for (let outer: Element | null = element; outer !== null && outer !== document.body; outer = outer.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(outer)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const edge = outer.getBoundingClientRect()
      ;[left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
      ;[top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  const pathOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)}`
  const texts: { node: Text; box: DOMRect }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement!
    if (node.data.trim() === '' || parent.matches('script, style, option, title') || !isShown(parent)) continue
    const range = document.createRange()
    // A no-break space holds an amount together.
    for (const { 0: word, index } of node.data.matchAll(/[^ \n\t\u200b/‐–—-]+/gu)) {
      if (word.length > longestWord || word.includes('@')) continue
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const [first, ...rest] = [...range.getClientRects()].filter(({ width }) => width > 0)
      if (first !== undefined && rest.some(({ top }) => top > first.top + first.height / 2))
        problems.add(`"${word}" is broken in ${pathOf(parent)}`)
    }
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()]
      .map((box) => showIn(parent, box))
      .filter(({ width, height }) => width > 1 && height > 1)
    if (!isAbove(parent)) texts.push(...boxes.map((box) => ({ node, box })))
    const { textOverflow, overflow, webkitLineClamp } = getComputedStyle(parent)
    const isCut =
      (textOverflow === 'ellipsis' && parent.scrollWidth > parent.clientWidth + 1) ||
      ((overflow === 'hidden' || webkitLineClamp !== 'none') && parent.scrollHeight > parent.clientHeight + 2)
    if (isCut && /\d.*(?:CFA|XOF)|(?:CFA|XOF).*\d/.test(node.data)) problems.add(`"${node.data}" is cut`)
  }
  texts.sort((a, b) => a.box.top - b.box.top)
  for (const [n, { node, box }] of texts.entries())
    for (const other of texts.slice(n + 1)) {
      if (other.box.top > box.bottom) break
      if (other.node === node) continue
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const down = Math.min(box.bottom, other.box.bottom) - other.box.top
      // Lines that are set close touch by less than this.
      if (across > 2 && down > Math.min(box.height, other.box.height) / 2)
        problems.add(`"${node.data.slice(0, 40)}" lies over "${other.node.data.slice(0, 40)}"`)
    }
  return [...problems]
}
