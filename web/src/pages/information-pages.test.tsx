import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../test/render-app.tsx'
import { MAGIC_KINGDOM, sampleConfig, serveParks } from '../test/samples.ts'

test('the twelve questions open and close, and the price is the one of billing', async () => {
  serveParks([], { config: { ...sampleConfig, prices: { ...sampleConfig.prices, smsDayCents: 650 } } })
  const { user } = renderApp('/faq')
  const question = await screen.findByText('What does it cost?')
  expect(document.querySelectorAll('details')).toHaveLength(12)
  await user.click(question)
  expect(question.closest('details')?.open).toBe(true)
  expect(await screen.findByText(/SMS alerts cost \$6\.50 per day/)).toBeDefined()
})

test('how it works is four steps, and leads to the parks', async () => {
  serveParks([])
  renderApp('/how-it-works')
  await screen.findByRole('heading', { name: 'How It Works' })
  const steps = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Select park',
    'Choose date',
    'Select rides and pay $5/day',
    'Receive alerts',
    'Why use it',
  ])
  expect(screen.getByRole('link', { name: 'See all theme parks' }).getAttribute('href')).toBe('/parks')
})

test('every park leads to its board', async () => {
  serveParks([])
  renderApp('/parks')
  const link = await screen.findByRole('link', { name: 'Magic Kingdom Park' })
  expect(link.getAttribute('href')).toBe(`/live-wait-times?park=${MAGIC_KINGDOM}`)
})
