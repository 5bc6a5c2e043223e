import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { anItem, aRequest, serveRankings } from '../test/rankings.ts'
import { openItem } from '../test/rankings-item.ts'
import { EPCOT, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

function signIn() {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
}

describe('a visitor who is signed out', () => {
  test('Add New Item asks to sign in', async () => {
    serveRankings([anItem()])
    const { user, address } = renderApp('/park-rankings')
    await user.click(await screen.findByRole('button', { name: 'Add New Item' }))
    expect(await screen.findByText('Please sign in to suggest new items')).toBeDefined()
    expect(address()).toBe('/auth')
  })
})

describe('a visitor who is signed in', () => {
  beforeEach(signIn)

  test('suggests an edit; one that changes nothing is not sent', async () => {
    const item = anItem({ description: 'In the dark' })
    const rankings = serveRankings([item])
    const { user, dialog } = await openItem(item)
    // Pressed while the session is restored, too.
    await user.click(await dialog.findByRole('button', { name: 'Suggest Edit' }))
    await user.click(await dialog.findByRole('button', { name: 'Submit edit' }))
    expect(await dialog.findByText('No Changes')).toBeDefined()
    expect(dialog.getByText('Please make changes before submitting')).toBeDefined()
    expect(rankings.asked).toEqual([])

    await user.type(dialog.getByLabelText('Name'), ' 2')
    await user.click(dialog.getByRole('button', { name: 'Submit edit' }))
    expect(await dialog.findByText('Edit Request Submitted!')).toBeDefined()
    expect(dialog.getByText('Your suggested changes will be reviewed by moderators')).toBeDefined()
    expect(rankings.asked).toEqual([
      {
        call: `POST /items/${item.itemId}/edit-requests`,
        body: { name: 'Space Mountain 2', description: 'In the dark' },
      },
    ])
  })

  test('suggests a new item; name and park are required, the type is a ride', async () => {
    const rankings = serveRankings([anItem()])
    const { user } = renderApp('/park-rankings')
    await user.click(await screen.findByRole('button', { name: 'Add New Item' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add New Item' }))
    await user.click(dialog.getByRole('button', { name: 'Submit request' }))
    expect(await dialog.findByText('Name required')).toBeDefined()
    expect(dialog.getByText('Park required')).toBeDefined()

    await user.type(dialog.getByLabelText('Name'), 'Dapper Dans')
    await user.selectOptions(dialog.getByLabelText('Park'), 'EPCOT')
    await user.click(dialog.getByRole('button', { name: 'Submit request' }))
    expect(await screen.findByText('Request Submitted!')).toBeDefined()
    expect(screen.getByText('Your suggestion will be reviewed by moderators')).toBeDefined()
    expect(rankings.asked).toEqual([
      {
        call: 'POST /item-requests',
        body: { name: 'Dapper Dans', parkId: EPCOT, type: 'ride', description: '' },
      },
    ])
  })

  test('a double of an open suggestion is named in the dialog', async () => {
    serveRankings([anItem()])
    server.use(http.post('*/api/rankings/item-requests', () => refusal('request-exists')))
    const { user } = renderApp('/park-rankings')
    await user.click(await screen.findByRole('button', { name: 'Add New Item' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add New Item' }))
    await user.type(dialog.getByLabelText('Name'), 'Dapper Dans')
    await user.selectOptions(dialog.getByLabelText('Park'), 'EPCOT')
    await user.click(dialog.getByRole('button', { name: 'Submit request' }))
    expect(await dialog.findByText('The same suggestion is waiting for a moderator.')).toBeDefined()
    expect(dialog.getByDisplayValue('Dapper Dans')).toBeDefined()
  })
})

test('the own suggestions are listed with what became of each and why', async () => {
  signIn()
  serveRankings([anItem()])
  const refused = aRequest({ name: 'Churro cart', status: 'rejected', rejection: 'exists' })
  server.use(
    http.get('*/api/rankings/own-item-requests', () => HttpResponse.json({ items: [refused], next: null })),
  )
  const { user } = renderApp('/park-rankings')
  await user.click(await screen.findByRole('button', { name: 'Your suggestions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your suggestions' }))
  await dialog.findByText('Churro cart')
  expect(dialog.getByText('Rejected')).toBeDefined()
  expect(dialog.getByText(/It is there already/)).toBeDefined()
})

test('without a suggestion the list leads to the first one', async () => {
  signIn()
  serveRankings([anItem()])
  server.use(http.get('*/api/rankings/own-item-requests', () => HttpResponse.json({ items: [], next: null })))
  const { user } = renderApp('/park-rankings')
  await user.click(await screen.findByRole('button', { name: 'Your suggestions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your suggestions' }))
  expect(await dialog.findByText('No suggestions yet')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Add New Item' }))
  expect(await screen.findByRole('dialog', { name: 'Add New Item' })).toBeDefined()
})
