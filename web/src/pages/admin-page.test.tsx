import type { Item } from '@walkon/contracts/http/rankings'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { anItem, serveRankings } from '../test/rankings.ts'
import { EPCOT, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  serveParks([])
  wasSignedIn()
  serveIdentity({ isSignedIn: true, roles: ['admin'] })
})

function serveItems(items: Item[]) {
  serveRankings()
  const administration = { items, added: [] as unknown[], searches: [] as (string | null)[] }
  server.use(
    http.get('*/api/rankings/items-by-name', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search')
      administration.searches.push(search)
      const found = administration.items.filter(({ name }) => name.includes(search ?? ''))
      return HttpResponse.json({ items: found, next: null })
    }),
    http.post('*/api/rankings/items', async ({ request }) => {
      const item = anItem((await request.json()) as Partial<Item>)
      administration.added.push(item.name)
      administration.items = [...administration.items, item]
      return HttpResponse.json({ itemId: item.itemId }, { status: 201 })
    }),
    http.delete('*/api/rankings/items/:itemId', ({ params }) => {
      administration.items = administration.items.filter(({ itemId }) => itemId !== params['itemId'])
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return administration
}

test('an admin adds an item, which is then in the list', async () => {
  const { added } = serveItems([])
  const { user } = renderApp('/admin')
  const form = within(await screen.findByRole('form', { name: 'Add an item' }))
  await user.click(form.getByRole('button', { name: 'Add item' }))
  expect(await form.findByText('Name required')).toBeDefined()
  await user.type(form.getByLabelText('Name'), 'Dapper Dans')
  await user.selectOptions(form.getByLabelText('Park'), EPCOT)
  await user.click(form.getByRole('button', { name: 'Add item' }))

  expect(await screen.findByText('Item added successfully')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Delete Dapper Dans' })).toBeDefined()
  expect(added).toEqual(['Dapper Dans'])
})

test('a deletion is asked for, says what goes with the item, and is told of', async () => {
  serveItems([anItem({ ratingCount: 12 })])
  const { user } = renderApp('/admin')
  await user.click(await screen.findByRole('button', { name: 'Delete Space Mountain' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Are you sure you want to delete this item?' }),
  )
  expect(dialog.getByText(/goes with its 12 reviews/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Delete item' }))

  expect(await screen.findByText('Item deleted successfully')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Space Mountain' })).toBeNull())
})

test.for([
  ['post', 'Failed to add item'],
  ['delete', 'Failed to delete item'],
  ['get', 'Failed to load items'],
] as const)('a fault of ours in %s says “%s”', async ([method, words]) => {
  serveItems([anItem()])
  const path = { post: 'items', delete: 'items/:itemId', get: 'items-by-name' }[method]
  server.use(http[method](`*/api/rankings/${path}`, () => refusal('internal')))
  const { user } = renderApp('/admin')
  if (method === 'post') {
    const form = within(await screen.findByRole('form', { name: 'Add an item' }))
    await user.type(form.getByLabelText('Name'), 'Dapper Dans')
    await user.selectOptions(form.getByLabelText('Park'), EPCOT)
    await user.click(form.getByRole('button', { name: 'Add item' }))
  }
  if (method === 'delete') {
    await user.click(await screen.findByRole('button', { name: 'Delete Space Mountain' }))
    await user.click(await screen.findByRole('button', { name: 'Delete item' }))
  }
  expect(await screen.findByText(words)).toBeDefined()
})

test('an item is found by part of its name', async () => {
  const { searches } = serveItems([anItem(), anItem({ name: 'Test Track' })])
  const { user } = renderApp('/admin')
  await screen.findByRole('button', { name: 'Delete Space Mountain' })
  await user.type(screen.getByRole('searchbox'), 'Track{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Space Mountain' })).toBeNull())
  expect(searches.at(-1)).toBe('Track')
})

test('parks that fail to load are said in the form, with the next try', async () => {
  serveItems([])
  server.use(http.get('*/api/rankings/parks', () => refusal('internal'), { once: true }))
  const { user } = renderApp('/admin')
  const form = within(await screen.findByRole('form', { name: 'Add an item' }))
  expect(await form.findByText('Failed to load parks')).toBeDefined()
  await user.click(form.getByRole('button', { name: 'Try again' }))
  await user.selectOptions(
    await form.findByLabelText('Park'),
    await form.findByRole('option', { name: 'EPCOT' }),
  )
  expect(form.queryByText('Failed to load parks')).toBeNull()
})
