import { describe, expect, test } from 'vitest'
import { deskLists } from '#contract/desk/screens.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import { layOutCard } from './cardLayout.ts'

const shownOf = ({ columns }: Pick<DeskListDescription, 'columns'>) =>
  Object.keys(columns).filter((name) => columns[name]!.extra !== true)

describe('the card of a row', () => {
  test('has the name and the state on top, amounts and times at the end of a line', () => {
    expect(layOutCard(orderList, shownOf(orderList), false, [])).toEqual({
      name: 'order_number',
      state: 'status',
      picture: undefined,
      lines: [
        ['token', 'slot'],
        ['customer', 'total'],
      ],
    })
  })

  test('shows every column that the person has chosen', () => {
    const columns = ['order_number', 'customer', 'total', 'branch', 'order_type', 'token', 'phone']
    expect(layOutCard(orderList, columns, true, [])).toEqual({
      name: 'order_number',
      state: undefined,
      picture: undefined,
      lines: [
        ['customer', 'total'],
        ['branch', 'order_type'],
        ['token', 'phone'],
      ],
    })
  })

  test('leaves out what is empty in every row', () => {
    const row = { order_number: 'AB', token: null, customer: '', branch: 'Plateau', order_type: 'takeaway' }
    const { lines } = layOutCard(orderList, shownOf(orderList), false, [row, { ...row, customer: 'Awa', total: 1 }])
    expect(lines.flat()).not.toContain('token')
    expect(lines.flat()).toEqual(expect.arrayContaining(['customer', 'branch']))
  })

  test('takes a column `state` that names a place for an ordinary value', () => {
    const columns = {
      name: { kind: 'text' },
      state: { kind: 'choice', words: 'nigerian_states' },
      photo: { kind: 'picture' },
    } as const
    expect(layOutCard({ columns }, Object.keys(columns), false, [])).toEqual({
      name: 'name',
      state: undefined,
      picture: 'photo',
      lines: [['state']],
    })
  })

  test.each(Object.values(deskLists).map((list) => [list.name, list] as const))(
    'of %s shows at most four values, each once',
    (_name, list) => {
      const { name, state, picture, lines } = layOutCard(list, shownOf(list), false, [])
      const keys = [name, state, picture, ...lines.flat()].filter((key) => key !== undefined)
      expect(new Set(keys).size).toBe(keys.length)
      expect(lines.flat().length).toBeLessThanOrEqual(4)
      expect(lines.every((line) => line.length > 0 && line.length <= 2)).toBe(true)
    },
  )
})
