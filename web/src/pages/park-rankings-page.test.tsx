import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { anItem, serveRankings } from '../test/rankings.ts'
import { aRide, EPCOT, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

const rows = () => within(screen.getByRole('list', { name: 'Rides' })).getAllByRole('listitem')

describe('the list', () => {
  test('shows five skeletons, then the ranked items with their figures', async () => {
    serveRankings([
      anItem({ name: 'Space Mountain', average: 4.7, ratingCount: 12 }),
      anItem({ name: 'Unrated', average: null, ratingCount: 0 }),
    ])
    renderApp('/park-rankings')
    expect((await screen.findByRole('status', { name: 'Loading the rankings' })).children).toHaveLength(5)
    await screen.findByRole('link', { name: 'Space Mountain' })

    expect(rows()[0]?.textContent).toBe('14.7 of 5Space MountainMagic Kingdom Park · 12 reviews')
    expect(rows()).toHaveLength(1)
    const unrated = screen.getByRole('list', { name: 'Rides that nobody has rated' })
    expect(unrated.textContent).toBe('UnratedMagic Kingdom Park · No ratings yet')
    expect(screen.getByRole('heading', { name: 'Not rated yet' })).toBeDefined()
  })

  test('the back button leaves a filter and then the page, and the search field follows', async () => {
    serveRankings([anItem({ name: 'Le Cellier', type: 'food' }), anItem({ name: 'Space Mountain' })])
    const { user, address, goBack } = renderApp('/park-rankings')
    await user.click(await screen.findByRole('tab', { name: 'Food' }))
    await user.type(screen.getByRole('searchbox'), 'cel{Enter}')
    await waitFor(() => expect(address()).toBe('/park-rankings?type=food&search=cel'))
    await user.type(screen.getByRole('searchbox'), 'lier{Enter}')
    await waitFor(() => expect(address()).toBe('/park-rankings?type=food&search=cellier'))

    goBack()
    await waitFor(() => expect(address()).toBe('/park-rankings?type=food'))
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
    goBack()
    await waitFor(() => expect(address()).toBe('/park-rankings'))
  })

  test('a tab, a park, a sort and a search are in the address, which shows the same list', async () => {
    const rankings = serveRankings([anItem({ name: 'Le Cellier', type: 'food' })])
    const { user, address } = renderApp('/park-rankings')
    await user.click(await screen.findByRole('tab', { name: 'Food' }))
    await screen.findByRole('link', { name: 'Le Cellier' })
    await user.selectOptions(screen.getByLabelText('Park'), 'EPCOT')
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Most Reviews')
    await user.type(screen.getByRole('searchbox'), 'cell{Enter}')

    const shared = `/park-rankings?type=food&park=${EPCOT}&sort=most-reviews&search=cell`
    expect(address()).toBe(shared)
    const asked = { type: 'food', sort: 'most-reviews', parkId: EPCOT, search: 'cell' }
    await waitFor(() => expect(Object.fromEntries(rankings.lists.at(-1) ?? [])).toEqual(asked))
  })

  test('pages go on where the one before ended, with their ranks', async () => {
    serveRankings(['One', 'Two', 'Three'].map((name) => anItem({ name })))
    const { user } = renderApp('/park-rankings')
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    await screen.findByRole('link', { name: 'Three' })

    expect(rows().map((row) => row.firstChild?.textContent)).toEqual(['1', '2', '3'])
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('the rides of one park have their wait now at the end of the row, which leads to their best times', async () => {
    const ride = aRide({ waitMinutes: 25 })
    serveParks([ride])
    serveRankings([
      anItem({ name: 'Space Mountain', feedId: ride.rideId }),
      anItem({ name: 'Made by a visitor' }),
    ])
    renderApp(`/park-rankings?park=${EPCOT}`)
    await waitFor(() => expect(rows()[0]?.textContent).toContain('25 min'))
    expect(rows()[1]?.textContent).not.toContain('min')
    expect(screen.getByRole('link', { name: /^Best times of .*: now 25 min/ }).getAttribute('href')).toBe(
      `/best-times?ride=${ride.rideId}`,
    )
  })

  test('is of the park that this device looked at last, until the visitor asks for all', async () => {
    const matchAll = async () => [Response.json({ parkId: EPCOT, readAt: '2026-04-14T18:00:00Z' })]
    vi.stubGlobal('caches', { open: async () => ({ matchAll, put: async () => undefined }) })
    const rankings = serveRankings([anItem({ name: 'Space Mountain' })])
    const { user, address } = renderApp('/park-rankings')
    await screen.findByRole('link', { name: 'Space Mountain' })
    expect(rankings.lists.map((list) => list.get('parkId'))).toEqual([EPCOT])

    await user.selectOptions(screen.getByLabelText('Park'), 'All Parks')
    await waitFor(() => expect(rankings.lists.at(-1)?.get('parkId')).toBeNull())
    expect(address()).toBe('/park-rankings?park=all')
  })

  test('a star tapped in the row of an unrated item begins its rating', async () => {
    wasSignedIn()
    serveIdentity({ isSignedIn: true })
    serveRankings([anItem({ name: 'Churro cart', average: null, ratingCount: 0 })])
    const { user } = renderApp('/park-rankings')
    const list = await screen.findByRole('list', { name: 'Rides that nobody has rated' })
    const [, , , four] = list.querySelectorAll('a[href*="stars="]')
    await user.click(four!)
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: '4 stars' })).checked).toBe(true)
  })

  test('an empty list says so, and a list that cannot be loaded offers the next try', async () => {
    serveRankings()
    const { user } = renderApp('/park-rankings')
    expect(await screen.findByText('No items found. Be the first to rate something!')).toBeDefined()

    server.use(http.get('*/api/rankings/items', () => refusal('internal'), { once: true }))
    await user.click(screen.getByRole('tab', { name: 'Experiences' }))
    expect(await screen.findByText('Failed to load rankings')).toBeDefined()
    await user.click(screen.getByRole('button', { name: /try again/i }))
    expect(await screen.findByText('No items found. Be the first to rate something!')).toBeDefined()
  })

  test('parks that cannot be loaded are said in their list, where nothing moves, and are asked for again from there', async () => {
    serveRankings()
    server.use(http.get('*/api/rankings/parks', () => refusal('internal'), { once: true }))
    const { user } = renderApp('/park-rankings')
    const failed = await screen.findByRole('option', { name: 'Failed to load parks. Try again' })
    expect(screen.getByLabelText('Park').getAttribute('aria-invalid')).toBe('true')

    await user.selectOptions(screen.getByLabelText('Park'), failed)
    expect(await screen.findByRole('option', { name: 'EPCOT' })).toBeDefined()
  })
})

test('a list that is asked for again while its figures move shows no item twice', async () => {
  const [one, two, three] = ['One', 'Two', 'Three'].map((name) => anItem({ name }))
  const rankings = serveRankings([one!, two!, three!])
  const { user } = renderApp('/park-rankings')
  const more = await screen.findByRole('button', { name: 'Show more' })
  rankings.items = [three!, one!, two!]
  await user.click(more)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
  expect(screen.getAllByRole('link', { name: 'Two' })).toHaveLength(1)
})
