import type { ItemRequest } from '@walkon/contracts/http/moderation'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { aModerator, createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { addItem, ask, parkId, suggest, suggestEdit } = service

const pending = async () =>
  (await ask<{ items: ItemRequest[] }>('GET', '/item-requests?limit=100', aModerator())).body.items
const stored = async (requestId: string) =>
  (await pending()).find((request) => request.requestId === requestId)

describe('POST /item-requests', () => {
  test('201: a suggestion waits with what it proposes; type is ride and description null where they are left out', async () => {
    const { status, body } = await suggest(someone('Ada'), { name: '  Big   Thunder\n ' })

    expect(status).toBe(201)
    expect(await stored(body.requestId)).toMatchObject({
      name: 'Big Thunder',
      description: null,
      type: 'ride',
      parkName: 'Magic Kingdom',
      status: 'pending',
      edit: null,
      requestedBy: 'Ada',
      reviewedBy: null,
    })
  })

  test.each([
    ['a straight apostrophe', "Siren's Curse"],
    ['capitals', 'SIREN’S CURSE'],
    ['a zero-width space', 'Siren’s Curse\u200b'],
    ['a joiner', 'Siren’s Curse\u200d'],
    ['a soft hyphen', 'Siren’s Cur\u00adse'],
    ['a filler', 'Siren’s\u3164 Curse'],
    ['full-width letters', 'Ｓｉｒｅｎ’ｓ Ｃｕｒｓｅ'],
    ['an accent', 'Sirèn’s Curse'],
    ['Cyrillic look-alikes', 'Sіrеn’s Сursе'],
    ['a word of look-alikes alone', 'Siren’s Сцгѕе'],
    ['Greek look-alikes', 'Sιrεn’s Curse'],
  ])('409: an item that is there already is not suggested with %s', async (_, name) => {
    const inPark = await service.catalog({}, { rides: [{ id: randomUUID(), name: 'Siren’s Curse' }] })
    expect(await suggest(someone(), { name, parkId: inPark })).toMatchObject({
      status: 409,
      code: 'item-exists',
    })
  })

  test('409: the same suggestion with another apostrophe waits once', async () => {
    await suggest(someone(), { name: 'Remy’s Ratatouille' })
    expect(await suggest(someone(), { name: "remy's ratatouille" })).toMatchObject({ code: 'request-exists' })
  })

  test('201: offensive words are masked in name and description', async () => {
    const { body } = await suggest(someone(), { name: 'Sh1t Mountain', description: 'f u c k this' })
    expect(await stored(body.requestId)).toMatchObject({ name: '**** Mountain', description: '******* this' })
  })

  test('201: a body that says who asks, its state or its decision is taken without them', async () => {
    const forged = { requestedBy: someone().userId, status: 'approved', reviewedBy: someone().userId }
    const { body } = await suggest(someone('Eve'), forged as object)
    expect(await stored(body.requestId)).toMatchObject({
      status: 'pending',
      requestedBy: 'Eve',
      reviewedBy: null,
    })
  })

  test.each([
    { name: '' },
    { name: ' \n ' },
    { name: '\u3164\u2800' },
    { name: 'x'.repeat(121) },
    { parkId: 'no-park' },
    { type: 'ghost' as 'ride' },
  ])('400: %o is refused', async (request) => {
    expect((await suggest(someone(), request)).status).toBe(400)
  })

  test('422: a park that does not exist is named', async () => {
    const answer = await suggest(someone(), { parkId: '00000000-0000-4000-8000-000000000000' })
    expect(answer).toMatchObject({ status: 422, code: 'unknown-park' })
  })

  test('409: an item that exists is named, whatever its case', async () => {
    await addItem('Jungle Cruise')
    expect(await suggest(someone(), { name: 'JUNGLE cruise' })).toMatchObject({
      status: 409,
      code: 'item-exists',
    })
  })

  test('409: a double of an open suggestion is named and not stored, also of another visitor and at the same moment', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => suggest(someone(), { name: 'Twice asked' })))

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409'])
    expect(answers.find(({ status }) => status === 409)?.code).toBe('request-exists')
    expect((await pending()).filter(({ name }) => name === 'Twice asked')).toHaveLength(1)
  })

  test('409: a sixth open suggestion of an account is refused, also when six come at once', async () => {
    const ada = someone()
    const answers = await Promise.all(Array.from({ length: 7 }, () => suggest(ada)))

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 'too-many-open-requests')).toHaveLength(2)
    expect((await suggest(someone())).status).toBe(201)
  })
})

describe('POST /items/:itemId/edit-requests', () => {
  test('201: an edit is stored as what it proposes and shown with its marker and what changes', async () => {
    const itemId = await addItem('Tiki Room', { description: 'Birds' })
    const { body } = await suggestEdit(someone('Ada'), itemId, {
      name: 'Enchanted Tiki Room',
      description: 'Birds',
    })

    expect(await stored(body.requestId)).toMatchObject({
      name: 'Tiki Room',
      description: expect.stringMatching(/^EDIT REQUEST for "Tiki Room"/),
      parkId,
      edit: { itemId, name: { from: 'Tiki Room', to: 'Enchanted Tiki Room' }, description: null },
    })
  })

  test('422: an edit that changes nothing is refused', async () => {
    const itemId = await addItem('Same')
    const answer = await suggestEdit(someone(), itemId, { name: ' Same ', description: '' })
    expect(answer).toMatchObject({ status: 422, code: 'no-changes' })
  })

  test('409: the same edit that is open is named', async () => {
    const itemId = await addItem('Edited twice')
    await suggestEdit(someone(), itemId, { name: 'Edited' })
    expect(await suggestEdit(someone(), itemId, { name: 'Edited' })).toMatchObject({ code: 'request-exists' })
  })

  test('404: an item that does not exist cannot be edited', async () => {
    const answer = await suggestEdit(someone(), '00000000-0000-4000-8000-000000000000', { name: 'x' })
    expect(answer).toMatchObject({ status: 404, code: 'item-not-found' })
  })
})
