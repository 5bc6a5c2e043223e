import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { refusal, serveParks, serveSettings } from '../test/samples.ts'
import { server } from '../test/server.ts'

/** Returns the applications that were sent. */
function serveApplications(refuse?: () => Response) {
  const sent: { application: Record<string, unknown>; token: string | null }[] = []
  server.use(
    http.post('*/api/billing/affiliate-applications', async ({ request }) => {
      const application = (await request.json()) as Record<string, unknown>
      sent.push({ application, token: request.headers.get('authorization') })
      return refuse?.() ?? HttpResponse.json({ status: 'received' }, { status: 201 })
    }),
  )
  return sent
}

async function openForm() {
  const view = renderApp('/affiliate-program')
  await view.user.click(await screen.findByRole('button', { name: 'Learn More & Apply' }))
  const type = (label: string, text: string) => view.user.fill(screen.getByLabelText(label), text)
  return { ...view, type, send: () => screen.getByRole('button', { name: 'Send application' }) }
}

async function fillIn({ type, user }: Awaited<ReturnType<typeof openForm>>) {
  await type('Full name', 'Ana Pop')
  await type('Email', 'ana@example.com')
  await type('Instagram handle', '@ana')
  await user.fill(screen.getAllByLabelText('Followers')[0]!, '1,200')
  await user.selectOptions(screen.getByLabelText('Primary platform'), 'Instagram')
  await type('Why do you want to join?', 'My followers plan their park days with me.')
}

test('a visitor is invited on arrival, and Maybe Later leads home', async () => {
  serveParks([])
  serveSettings()
  const { user, address } = renderApp('/affiliate-program')
  const invitation = await screen.findByRole('dialog', { name: 'Join Our Affiliate Program' })
  await user.click(within(invitation).getByRole('button', { name: 'Maybe Later' }))

  await waitFor(() => expect(address()).toBe('/'))
})

test('an application is sent once by two clicks, and the thank-you page says what comes next', async () => {
  const sent = serveApplications()
  const form = await openForm()
  await fillIn(form)
  clickTwiceAtOnce(form.send())

  const thanks = await screen.findByRole('heading', { level: 1, name: 'Thank you for applying!' })
  await waitFor(() => expect(document.activeElement).toBe(thanks))
  expect(screen.getByRole('main').textContent).toContain('2-3 business days')
  expect(sent).toMatchObject([
    {
      application: {
        fullName: 'Ana Pop',
        email: 'ana@example.com',
        instagramFollowers: 1_200,
        tiktokFollowers: null,
        primaryPlatform: 'instagram',
      },
      token: null,
    },
  ])
  expect(screen.getByRole('link', { name: 'Return to Homepage' }).getAttribute('href')).toBe('/')
})

test('an empty application is refused at every entry that is needed, and nothing is sent', async () => {
  const sent = serveApplications()
  const { user, send } = await openForm()
  await user.click(send())

  await screen.findByText('Name must be at least 2 characters')
  await expectFocusOn(screen.getByLabelText('Full name'))
  expect(screen.getByText('Invalid email address')).toBeDefined()
  expect(screen.getByText('Please select your primary platform')).toBeDefined()
  expect(screen.getByText('Please tell us more (at least 10 characters)')).toBeDefined()
  expect(sent).toEqual([])
})

test('an application without a follower count is refused on the primary platform', async () => {
  serveApplications()
  const form = await openForm()
  await fillIn(form)
  await form.user.clear(screen.getAllByLabelText('Followers')[0]!)
  await form.user.click(form.send())

  await screen.findByText('Please provide at least one social media handle with follower count')
  expect(screen.getByLabelText('Primary platform').getAttribute('aria-invalid')).toBe('true')
})

test('an application that could not be sent keeps what was typed, and is sent by the next try', async () => {
  const sent = serveApplications(() => (sent.length === 1 ? refusal('unavailable') : undefined) as Response)
  const form = await openForm()
  await fillIn(form)
  await form.user.click(form.send())
  await screen.findByText('Failed to submit application. Please try again.')
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ana Pop')

  await form.user.click(form.send())
  expect(await screen.findByRole('heading', { name: 'Thank you for applying!' })).toBeDefined()
})

test('an account applies with its name and address filled in, and as itself', async () => {
  wasSignedIn()
  serveIdentity({ email: 'ana@example.com', fullName: 'Ana Pop', isSignedIn: true })
  const sent = serveApplications()
  const form = await openForm()
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ana@example.com')
  await form.user.fill(screen.getAllByLabelText('Followers')[1]!, '50')
  await form.user.selectOptions(screen.getByLabelText('Primary platform'), 'TikTok')
  await form.type('Why do you want to join?', 'My followers plan their park days with me.')
  await form.user.click(form.send())

  await screen.findByRole('heading', { name: 'Thank you for applying!' })
  expect(sent).toMatchObject([
    { application: { fullName: 'Ana Pop' }, token: expect.stringMatching(/^Bearer /) },
  ])
})
