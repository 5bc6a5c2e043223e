import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { anItem, aReview, serveRankings } from '../test/rankings.ts'
import { openItem } from '../test/rankings-item.ts'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

function signIn() {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
}

describe('an item', () => {
  test('opens over its list with an address of its own, and back closes it', async () => {
    const item = anItem()
    serveRankings([item])
    const { user, address, goBack } = renderApp('/park-rankings')
    await user.click(await screen.findByRole('link', { name: 'Space Mountain' }))
    expect(address()).toBe(`/park-rankings?item=${item.itemId}`)
    await screen.findByRole('dialog', { name: 'Space Mountain' })
    goBack()

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/park-rankings')
  })

  test('a shared link opens it, and closing leads to the list', async () => {
    const item = anItem()
    serveRankings([item])
    const { user, address, dialog } = await openItem(item)
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(address()).toBe('/park-rankings')
  })

  test('shows average, count and spread, and its reviews with names', async () => {
    const item = anItem({ description: 'In the dark' })
    const rankings = serveRankings([item])
    rankings.reviews = [aReview(), aReview({ reviewer: null, comment: '<b>bold</b>' })]
    const { dialog } = await openItem(item)

    expect(await dialog.findByText('4.7')).toBeDefined()
    expect(dialog.getByText('12 reviews')).toBeDefined()
    const spread = within(dialog.getByRole('list', { name: 'How the stars are spread' })).getAllByRole(
      'listitem',
    )
    expect(spread.map((row) => row.textContent)).toEqual([
      '5 stars8',
      '4 stars3',
      '3 stars1',
      '2 stars0',
      '1 star0',
    ])
    expect(await dialog.findByText('Ada')).toBeDefined()
    expect(dialog.getByText('Anonymous')).toBeDefined()
    expect(dialog.getByText('<b>bold</b>')).toBeDefined()
  })

  test('without ratings it says "N/A" and asks for the first review', async () => {
    const item = anItem({ average: null, ratingCount: 0 })
    serveRankings([item])
    const { dialog } = await openItem(item)
    expect(await dialog.findByText('N/A')).toBeDefined()
    expect(await dialog.findByText('No reviews yet. Be the first to review!')).toBeDefined()
  })

  test('an item that is gone says so', async () => {
    serveRankings()
    renderApp('/park-rankings?item=00000000-0000-4000-8000-00000000dead')
    expect(await screen.findByText('This item is no longer in the rankings.')).toBeDefined()
  })
})

describe('a visitor who is signed out', () => {
  test.for([
    ['Sign in to rate this item', 'Please sign in to rate items'],
    ['Suggest Edit', 'Please sign in to suggest edits'],
  ])('“%s” says “%s” and leads to log in', async ([button = '', words = '']) => {
    const item = anItem()
    serveRankings([item])
    const { user, address, dialog } = await openItem(item)
    await user.click(await dialog.findByRole('button', { name: button }))
    expect(await screen.findByText(words)).toBeDefined()
    expect(address()).toBe('/auth')
  })
})

describe('a visitor who is signed in', () => {
  beforeEach(signIn)

  test('rates with stars and words, and is told in the dialog when words were filtered', async () => {
    const item = anItem()
    const rankings = serveRankings([item])
    rankings.filters = true
    const { user, dialog } = await openItem(item)
    await user.click(await dialog.findByRole('radio', { name: '4 stars' }))
    expect(dialog.getByText('4, very good')).toBeDefined()
    await user.type(dialog.getByLabelText(/^Comment/), 'Words')
    await user.click(dialog.getByRole('button', { name: 'Submit rating' }))

    expect(await dialog.findByText('Rating submitted')).toBeDefined()
    expect(dialog.getByText('Content Filtered')).toBeDefined()
    expect(dialog.getByText('Inappropriate language has been filtered from your review')).toBeDefined()
    expect(rankings.asked).toEqual([
      { call: `PUT /items/${item.itemId}/rating`, body: { stars: 4, comment: 'Words' } },
    ])
    expect(await dialog.findByDisplayValue('*****')).toBeDefined()
  })

  test('a rating without stars is not sent', async () => {
    const item = anItem()
    const rankings = serveRankings([item])
    const { user, dialog } = await openItem(item)
    await user.click(await dialog.findByRole('button', { name: 'Submit rating' }))
    expect(dialog.getByText('Please select a star rating')).toBeDefined()
    expect(rankings.asked).toEqual([])
  })

  test('the own rating is loaded, changed and deleted', async () => {
    const item = anItem()
    const rankings = serveRankings([item])
    rankings.own = { reviewId: aReview().reviewId, stars: 2, comment: 'Meh' }
    const { user, dialog } = await openItem(item)
    expect(await dialog.findByDisplayValue('Meh')).toBeDefined()
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: '2 stars' }).checked).toBe(true)
    await user.click(dialog.getByRole('radio', { name: '5 stars' }))
    const update = dialog.getByRole('button', { name: 'Update rating' })
    await user.click(update)
    expect(await dialog.findByText('Rating updated')).toBeDefined()
    await expectFocusOn(update)

    await user.click(await dialog.findByRole('button', { name: 'Delete' }))
    expect(await dialog.findByText('Rating deleted')).toBeDefined()
    expect(await dialog.findByRole('button', { name: 'Submit rating' })).toBeDefined()
  })

  test('a rating that the service could not save keeps what was typed', async () => {
    const item = anItem()
    serveRankings([item])
    server.use(http.put('*/api/rankings/items/:itemId/rating', () => refusal('internal')))
    const { user, dialog } = await openItem(item)
    await user.click(await dialog.findByRole('radio', { name: '1 star' }))
    await user.type(dialog.getByLabelText(/^Comment/), 'Kept')
    await user.click(dialog.getByRole('button', { name: 'Submit rating' }))
    expect(await dialog.findByText('Failed to submit rating')).toBeDefined()
    expect(dialog.getByDisplayValue('Kept')).toBeDefined()
  })

  test('reports a review with a reason', async () => {
    const item = anItem()
    const rankings = serveRankings([item])
    rankings.reviews = [aReview()]
    const { user, dialog } = await openItem(item)
    await user.click(await dialog.findByRole('button', { name: 'Report the review by Ada' }))
    await user.selectOptions(dialog.getByLabelText('What is wrong with it?'), 'Spam')
    await user.click(dialog.getByRole('button', { name: 'Report review' }))
    expect(await dialog.findByText('Review reported')).toBeDefined()
    expect(rankings.asked).toMatchObject([{ body: { reason: 'spam' } }])
  })
})

test('a first review offers a name, which is kept before the review is; an address is refused beside the field', async () => {
  wasSignedIn()
  const identity = serveIdentity({ isSignedIn: true })
  const item = anItem()
  const rankings = serveRankings([item])
  const { user, dialog } = await openItem(item)
  await user.click(await dialog.findByRole('radio', { name: '5 stars' }))
  await user.type(dialog.getByLabelText(/Display name/), 'ana@example.com')
  await user.click(dialog.getByRole('button', { name: 'Submit rating' }))
  expect(dialog.getByText(/leave addresses, links/)).toBeDefined()
  expect(rankings.asked).toEqual([])

  await user.clear(dialog.getByLabelText(/Display name/))
  await user.type(dialog.getByLabelText(/Display name/), 'Ana')
  await user.click(dialog.getByRole('button', { name: 'Submit rating' }))
  await dialog.findByText('Rating submitted')
  expect(identity.account.displayName).toBe('Ana')
  expect(dialog.getByText(/Signed “/)).toBeDefined()
})
