import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createVehicle,
  listVehicles,
  setDefaultVehicle,
  maxVehicles,
  deleteVehicle,
} from '#contract/vehicles/vehicles.ts'
import { mailsTo } from '#test/kits/mailbox.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { mailDueReminders } from './reminders.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 12 })
})
afterAll(() => world.close())

const save = ({ token }: Driver, i: number) => world.call(createVehicle, { token, body: { plate: `AB ${i + 10}` } })
const list = async ({ token }: Driver) => (await world.call(listVehicles, { token, query: { size: 100 } })).body.items
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))].sort()

test('sets one default for twenty concurrent first vehicles', async () => {
  const driver = await world.buildDriver()
  expect(statuses(await Promise.all(Array.from({ length: 20 }, (_, i) => save(driver, i))))).toEqual([201])
  const saved = await list(driver)
  expect(saved).toHaveLength(20)
  expect(saved.filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('saves a plate once from two tabs and more', async () => {
  const driver = await world.buildDriver()
  const spellings = ['KJA-123 AA', 'kja 123aa', 'KJA123AA', 'kja\u2011123-aa']
  const tabs = Array.from({ length: 12 }, (_, n) => spellings[n % spellings.length]!)
  const answers = await Promise.all(
    tabs.map((plate) => world.call(createVehicle, { token: driver.token, body: { plate } })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(answers.flatMap(({ status, problem }) => (status === 201 ? [] : [problem.code])))).toEqual(
    new Set(['vehicle_exists']),
  )
  expect(await list(driver)).toHaveLength(1)
})

test('saves fifty of sixty concurrent vehicles', async () => {
  const driver = await world.buildDriver()
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => save(driver, i)))
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(60 - maxVehicles)
  expect(await list(driver)).toHaveLength(maxVehicles)
})

test('keeps one default during concurrent choices, deletions and saves', async () => {
  for (let round = 0; round < 10; round += 1) {
    const driver = await world.buildDriver()
    const ids: string[] = []
    for (let i = 0; i < 6; i += 1) ids.push((await save(driver, i)).body.id)
    const params = ids.map((id) => ({ token: driver.token, params: { id } }))
    const answers = await Promise.all([
      ...params.map((param) => world.call(setDefaultVehicle, param)),
      ...params.slice(0, 4).map((param) => world.call(deleteVehicle, param)),
      save(driver, 20),
    ])
    expect(statuses(answers).filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([])
    const left = await list(driver)
    expect(left).toHaveLength(3)
    expect(left.filter(({ is_default }) => is_default)).toHaveLength(1)
  }
})

test('keeps one default for two concurrent choices', async () => {
  for (let round = 0; round < 20; round += 1) {
    const driver = await world.buildDriver()
    const [, second, third] = [await save(driver, 1), await save(driver, 2), await save(driver, 3)]
    const choose = (id: string) => world.call(setDefaultVehicle, { token: driver.token, params: { id } })
    const answers = await Promise.all([choose(second.body.id), choose(third.body.id)])
    expect(statuses(answers)).toEqual([200])
    const chosen = (await list(driver)).filter(({ is_default }) => is_default)
    expect(chosen).toHaveLength(1)
    expect([second.body.id, third.body.id]).toContain(chosen[0]!.id)
  }
})

test('mails each reminder once when eight processes run concurrently', async () => {
  world.clock.now = new Date('2026-11-21T17:00:00Z')
  const drivers = await Promise.all(Array.from({ length: 12 }, () => world.buildDriver()))
  for (const { token } of drivers)
    for (const plate of ['AB 1', 'AB 2'])
      await world.call(createVehicle, {
        token,
        body: { plate, papers: [{ kind: 'insurance', expires_on: '2026-12-21' }] },
      })
  const mailed = await Promise.all(Array.from({ length: 8 }, () => mailDueReminders(world.deps)))
  expect(mailed.reduce((sum, mails) => sum + mails, 0)).toBe(drivers.length)
  for (const { email } of drivers) expect(await mailsTo(world, email)).toHaveLength(1)
})

test('deletes the last vehicle once for two concurrent requests', async () => {
  const driver = await world.buildDriver()
  const { id } = (await save(driver, 1)).body
  const remove = () => world.call(deleteVehicle, { token: driver.token, params: { id } })
  const answers = await Promise.all([remove(), remove(), remove()])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
})
