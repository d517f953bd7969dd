import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as attributes from '#contract/catalogue/desk/item-attributes.ts'
import * as categories from '#contract/catalogue/desk/item-categories.ts'
import { getPicture } from '#contract/catalogue/desk/pictures.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { deleteUnusedPictures } from './pictures.ts'

let world: World
let token: string
let photo: Buffer
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'admin' })).token
  photo = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#993333' } })
    .withExif({ IFD3: { GPSLatitude: '43/1 39/1 0/1', GPSLatitudeRef: 'N' } })
    .png()
    .toBuffer()
})
afterAll(() => world.close())

async function upload(content: Buffer | undefined, by = token): Promise<{ status: number; url: string; code: string }> {
  const form = new FormData()
  if (content !== undefined) form.set('photo', new Blob([Uint8Array.from(content)]), 'photo.png')
  const body = new Response(form)
  const { statusCode: status, body: text } = await world.app.inject({
    method: 'POST',
    url: '/api/v1/admin/pictures',
    headers: { authorization: `Bearer ${by}`, 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return { status, ...(JSON.parse(text) as { url: string; code: string }) }
}
const read = (url: string, size: 'full' | 'small' = 'full') =>
  world.call(getPicture, { params: { picture_id: url.split('/').at(-1)! }, query: { size } })

const facts = {
  name: 'Polish',
  name_fr: 'Lustrage',
  description: null,
  description_fr: null,
  work_group: 'wash' as const,
  picture: null,
}
const create = (changes: object = {}) =>
  world.call(categories.createCategory, { token, body: { ...facts, slug: 'polish', ...changes } as never })

describe('a category', () => {
  test('is created after the others, moved, shown, hidden and deleted', async () => {
    const first = (await create()).body
    const second = (await create({ slug: 'valet', name: 'Valet' })).body
    expect(second).toMatchObject({ position: first.position + 1, status: 'inactive', items: 0 })
    const params = { id: second.id }
    expect((await world.call(categories.raiseCategory, { token, params })).body.position).toBe(first.position)
    const listed = await world.call(categories.categoryList.endpoint, { token })
    expect(listed.body.items.map(({ slug }) => slug).slice(-2)).toEqual(['valet', 'polish'])
    expect((await world.call(categories.activateCategory, { token, params })).body.status).toBe('active')
    const { version } = (await world.call(categories.deactivateCategory, { token, params })).body
    const { slug: _slug, ...change } = { ...facts, slug: '', name: 'Full valet', version }
    const changed = await world.call(categories.updateCategory, { token, params, body: change })
    expect(changed.body).toMatchObject({ name: 'Full valet', slug: 'valet', version: version + 1 })
    expect(outcomeOf(await world.call(categories.updateCategory, { token, params, body: change }))).toBe(
      '409 changed_meanwhile',
    )
    const remove = () => world.call(categories.deleteCategory, { token, params, query: { version: version + 1 } })
    expect(outcomeOf(await remove())).toBe(204)
  })

  test('shares its addresses with items, and stays while it has some', async () => {
    const item = await buildItem(world, { slug: 'sponge' })
    expect(outcomeOf(await create({ slug: 'sponge' }))).toBe('422 validation_failed slug')
    expect(outcomeOf(await create({ slug: 'Full Wash' }))).toBe('422 validation_failed slug')
    const { category_id: id } = await world.db
      .selectFrom('items')
      .select('category_id')
      .where('id', '=', item)
      .executeTakeFirstOrThrow()
    const { version } = (await world.call(categories.getCategory, { token, params: { id } })).body
    const removed = await world.call(categories.deleteCategory, { token, params: { id }, query: { version } })
    expect(outcomeOf(removed)).toBe('409 in_use')
  })

  test('is read at a branch and changed by people for all branches', async () => {
    const branch = await buildBranch(world, token, { name: 'Readers' })
    const [manager, employee] = [await world.buildDriver(), await world.buildDriver()]
    await giveRole(world.db, { user_id: manager.user_id, role: 'branch_manager', branch_id: branch.id })
    await giveRole(world.db, { user_id: employee.user_id, role: 'administrator', branch_id: branch.id })
    for (const by of [manager.token, employee.token]) {
      expect((await world.call(categories.categoryList.endpoint, { token: by })).status).toBe(200)
      expect(
        outcomeOf(await world.call(categories.createCategory, { token: by, body: { ...facts, slug: 'no' } })),
      ).toBe('403 forbidden')
    }
  })
})

describe('a picture', () => {
  test('is re-encoded without its metadata, shown with its category, and deleted when nothing shows it', async () => {
    const { status, url } = await upload(photo)
    expect(status).toBe(201)
    for (const [size, width] of [
      ['full', 1_600],
      ['small', 480],
    ] as const) {
      const metadata = await sharp((await read(url, size)).raw).metadata()
      expect([metadata.format, metadata.width, metadata.exif]).toEqual(['jpeg', width, undefined])
    }
    const made = (await create({ slug: 'pictured', picture: url })).body
    expect(made.picture).toBe(url)
    const unused = (await upload(photo)).url
    world.clock.advance(25 * 60)
    await deleteUnusedPictures(world.deps)
    expect([(await read(url)).status, (await read(unused)).status]).toEqual([200, 404])
  })

  test('that is none, of nobody or not uploaded is refused', async () => {
    expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).status).toBe(422)
    expect((await upload(undefined)).status).toBe(422)
    expect((await upload(photo, (await world.buildDriver()).token)).status).toBe(403)
    for (const picture of [
      `/api/v1/front/pictures/${crypto.randomUUID()}`,
      'https://elsewhere.example/a.jpg',
      '/api/v1/front/pictures/../../../etc/passwd',
    ])
      expect(outcomeOf(await create({ slug: 'unpictured', picture }))).toBe('422 validation_failed picture')
  })
})

describe('an attribute', () => {
  const sizes = {
    name: 'Size',
    name_fr: 'Taille',
    value_codes: 'small\nlarge',
    value_names: 'Small\nLarge',
    value_names_fr: 'Petit\nGrand',
  }
  const make = (changes: object = {}) =>
    world.call(attributes.createAttribute, { token, body: { code: 'size', ...sizes, ...changes } })

  test('has values in both languages, and keeps those that variations have', async () => {
    const made = (await make()).body
    expect(made).toMatchObject({ values: 'Small, Large', items: 0, actions: ['update', 'remove'] })
    const item = await buildItem(world, { slug: 'sized' })
    await world.db.updateTable('items').set({ attribute_id: made.id }).where('id', '=', item).execute()
    await world.db
      .insertInto('item_variations')
      .values({ id: crypto.randomUUID(), item_id: item, value_code: 'small' })
      .execute()
    const change = (changes: object) =>
      world.call(attributes.updateAttribute, {
        token,
        params: { id: made.id },
        body: { ...sizes, version: made.version, ...changes },
      })
    const others = { value_codes: 'medium\nlarge', value_names: 'Medium\nLarge', value_names_fr: 'Moyen\nGrand' }
    expect(outcomeOf(await change(others))).toBe('422 validation_failed value_codes')
    const more = { value_codes: 'small\nlarge\nhuge', value_names: 'S\nL\nXL', value_names_fr: 'S\nL\nXL' }
    expect((await change(more)).body.values).toBe('S, L, XL')
    const removed = await world.call(attributes.deleteAttribute, {
      token,
      params: { id: made.id },
      query: { version: made.version + 1 },
    })
    expect(outcomeOf(removed)).toBe('409 in_use')
  })

  test.each([
    [{ value_codes: 'one', value_names: 'One', value_names_fr: 'Un' }, '422 validation_failed value_codes'],
    [{ value_codes: 'one\none' }, '422 validation_failed value_codes'],
    [{ value_codes: 'One\nTwo' }, '422 validation_failed value_codes'],
    [{ value_names_fr: 'Petit' }, '422 validation_failed value_names_fr'],
    [{ code: 'vehicle_class' }, '422 validation_failed code'],
  ])('with %o is refused', async (changes, outcome) => {
    expect(outcomeOf(await make({ code: 'other', ...changes }))).toBe(outcome)
  })

  test('for vehicle classes changes its names alone', async () => {
    const listed = await world.call(attributes.attributeList.endpoint, { token, query: { search: 'vehicle_class' } })
    const params = { id: listed.body.items[0]!.id }
    const { body: found } = await world.call(attributes.getAttribute, { token, params })
    const { name, name_fr, value_names, value_names_fr, version } = found
    const values = { value_codes: 'car\nmotorcycle\nbus', value_names, value_names_fr }
    const body = { name, name_fr, version, ...values }
    expect(outcomeOf(await world.call(attributes.updateAttribute, { token, params, body }))).toBe(
      '422 validation_failed value_codes',
    )
    expect(found.actions).toEqual(['update'])
  })
})
