import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'

beforeEach(() => serveParks([]))

const hrefs = (area: HTMLElement) =>
  within(area)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

test('the head links to the eight places of the product, the footer to the nine of the house', () => {
  renderApp('/nowhere')
  expect(hrefs(screen.getByRole('navigation', { name: 'Main' }))).toEqual([
    '/how-it-works',
    '/live-wait-times',
    '/lightning-lane',
    '/restaurant-alerts',
    '/flight-deals',
    '/affiliate-program',
    '/park-rankings',
    '/ride-checklist',
  ])
  expect(hrefs(screen.getByRole('contentinfo'))).toEqual(
    expect.arrayContaining([
      '/parks',
      '/how-it-works',
      '/faq',
      '/pricing',
      '/about',
      '/contact',
      '/careers',
      '/terms',
      '/privacy',
    ]),
  )
})

test('the menu of a phone begins with the offer', () => {
  renderApp('/nowhere')
  expect(hrefs(screen.getByRole('navigation', { name: 'Offer' }))).toEqual([
    '/get-alerts',
    '/pricing',
    '/manage-alerts',
  ])
})

test('an unknown address says "Page Not Found" and leads home', async () => {
  const { user, address } = renderApp('/nowhere')
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeDefined()
  await user.click(screen.getByRole('link', { name: 'Return to Home' }))
  expect(address()).toBe('/')
})

test('an address with a slash at its end shows the page', async () => {
  renderApp('/about/')
  expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeDefined()
})

test('a navigation moves the focus to the page and names it in the title', async () => {
  const { user } = renderApp('/nowhere')
  await user.click(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Live Wait Times' }),
  )
  await waitFor(() => expect(document.title).toBe('Live Wait Times | Walkon'))
  await expectFocusOn(screen.getByRole('main'))
})

test('the link of the present page is marked', async () => {
  renderApp('/live-wait-times')
  const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { current: 'page' })
  expect(link.textContent).toBe('Live Wait Times')
})
