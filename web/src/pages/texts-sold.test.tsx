import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { aPlan, serveParks, serveSettings } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  serveParks([])
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  server.use(http.get('*/api/billing/plan', () => HttpResponse.json(aPlan())))
})

/** Returns the text that the page shows: words that only keep their place are hidden. */
const pageWords = () => {
  const main = screen.getByRole('main').cloneNode(true) as HTMLElement
  for (const place of main.querySelectorAll('[aria-hidden]')) place.remove()
  return main.textContent
}
const TEXTS = /\btexts?\b|SMS|STOP|Twilio|YES/

test.for([
  ['/pricing', '$15', /Alerts come by text too.*What comes by text/],
  ['/faq', '$15', /SMS alerts \$5.*by text to one number.*STOP.*Twilio our texts/],
  ['/how-it-works', 'Select rides and pay $5/day', /With SMS alerts it comes by text/],
  ['/plan', 'Get the plan', /Alerts come by text too/],
  ['/terms', 'Text messages', /Text messages.*Texts of the unlimited plan.*end all texts with STOP/],
] as const)('%s speaks of texts where they are sold', async ([path, loaded, words]) => {
  serveSettings()
  renderApp(path)
  await screen.findAllByText(loaded, { exact: false })
  await waitFor(() => expect(pageWords()).toMatch(words))
})

test.for([
  ['/pricing', '$15'],
  ['/faq', '$15'],
  ['/how-it-works', 'Select rides and pay $1/day'],
  ['/plan', /go on for 7 days/],
  ['/terms', /not paid after 7 days/],
] as const)('%s says nothing of texts where none are sold', async ([path, loaded]) => {
  serveSettings({ smsEnabled: false })
  renderApp(path)
  await screen.findAllByText(loaded, { exact: false })
  // The offer that is not on sale yet is announced, as by the form.
  screen.queryByRole('region', { name: 'SMS day' })?.remove()
  expect(pageWords()).not.toMatch(TEXTS)
})

test.for(['/pricing', '/how-it-works', '/plan'])(
  '%s keeps the place of its words about texts, so that nothing moves',
  async (path) => {
    serveSettings({ smsEnabled: false })
    renderApp(path)
    await screen.findAllByText(/pay \$1\/day|\$15/)
    expect(screen.getByText(/by text/).className).toBe('invisible')
  },
)
