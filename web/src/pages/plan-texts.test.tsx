import type { PlanTexts } from '@walkon/contracts/http/plan-texts'
import { SMS_CONSENT } from '@walkon/contracts/sms-consent'
import { screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { aPlan, refusal, serveParks, somePlanTexts } from '../test/samples.ts'
import { server } from '../test/server.ts'

/** The texts of a plan, on the plan's page and in the account. */

const PATH = '*/api/notifications/plan-texts'
const WAITING = { number: '••• 0142', state: 'waiting-for-yes' } as const
const CONFIRMED = { ...WAITING, state: 'confirmed' } as const

/** Notifier at its wire, with the texts of one account. `asked` holds the requests, in order. */
function serveTexts(texts: Partial<PlanTexts> = {}) {
  const notifier = { texts: somePlanTexts(texts), asked: [] as unknown[] }
  server.use(
    http.get('*/api/billing/plan', () =>
      HttpResponse.json(aPlan({ state: 'active', currentPeriodEndsAt: '2026-12-21T17:00:00Z' })),
    ),
    http.get(PATH, () => HttpResponse.json(notifier.texts)),
    http.put(PATH, async ({ request }) => {
      notifier.asked.push(await request.json())
      notifier.texts = { ...notifier.texts, number: WAITING }
      return HttpResponse.json(notifier.texts)
    }),
    http.delete(PATH, () => {
      notifier.asked.push('remove')
      notifier.texts = { ...notifier.texts, number: null }
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/notifications/ways/sms/question', () => {
      notifier.asked.push('question')
      return HttpResponse.json({ status: 'queued' }, { status: 202 })
    }),
  )
  return notifier
}

beforeEach(() => {
  serveParks([])
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
})

const section = async () => within(await screen.findByRole('region', { name: 'Text alerts' }))
const phone = async () => (await section()).findByLabelText<HTMLInputElement>('Phone')

test('a number is chosen under the words of the consent, in the form that the server takes', async () => {
  const notifier = serveTexts()
  const { user } = renderApp('/plan')

  await user.type(await phone(), '(407) 555-0142')
  expect(screen.getByText(SMS_CONSENT.text)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Text me alerts' }))

  const said = await screen.findByText(/Answer YES to the text we sent to ••• 0142/)
  expect(notifier.asked).toEqual([{ phone: '+14075550142', consentVersion: SMS_CONSENT.version }])
  await waitFor(() => expect(document.activeElement).toBe(said))
})

test('a double click chooses once', async () => {
  const notifier = serveTexts()
  const { user } = renderApp('/plan')
  await user.type(await phone(), '407 555 0142')
  clickTwiceAtOnce(screen.getByRole('button', { name: 'Text me alerts' }))
  await screen.findByText(/Answer YES/)
  expect(notifier.asked).toHaveLength(1)
})

test('what is no number is refused by the form, at its field', async () => {
  const notifier = serveTexts()
  const { user } = renderApp('/plan')
  await user.type(await phone(), '555')
  await user.click(screen.getByRole('button', { name: 'Text me alerts' }))
  expect(await screen.findByText('Please enter a valid phone number for SMS alerts.')).toBeDefined()
  expect([document.activeElement === (await phone()), notifier.asked]).toEqual([true, []])
})

test.for([
  ['phone-country', 'Phone Number Not Supported'],
  ['text-not-sent', 'Not texted'],
  ['too-many-requests', 'That is enough for today'],
  ['plan-required', 'Your plan has ended'],
] as const)('the refusal %s is said, and the number stays as it was typed', async ([code, title]) => {
  serveTexts()
  server.use(http.put(PATH, () => refusal(code)))
  const { user } = renderApp('/plan')
  await user.type(await phone(), '407 555 0142')
  await user.click(screen.getByRole('button', { name: 'Text me alerts' }))
  expect(await screen.findByText(title)).toBeDefined()
  expect((await phone()).value).toBe('407 555 0142')
})

test('a number that waits for its YES can be asked again, and is confirmed without a reload', async () => {
  const notifier = serveTexts({ number: WAITING })
  const { user } = renderApp('/plan')
  await user.click(await screen.findByRole('button', { name: 'Send the question again' }))
  expect(await screen.findByText(/We texted you again/)).toBeDefined()

  notifier.texts = somePlanTexts({ number: CONFIRMED, textsUsed: 12 })
  expect(await screen.findByText(/by text, in place of email/)).toBeDefined()
  expect(screen.getByText('12 of 300 texts used in November.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send the question again' })).toBeNull()
})

test('a month that is used up says until when alerts come by email', async () => {
  serveTexts({ number: CONFIRMED, textsUsed: 300 })
  renderApp('/plan')
  expect(
    await screen.findByText(
      'The texts for November are used up. Your alerts come by email until December 1.',
    ),
  ).toBeDefined()
  expect(screen.getByText('300 of 300 texts used in November.')).toBeDefined()
})

test('a number that has stopped says how it comes back', async () => {
  serveTexts({ number: { ...WAITING, state: 'stopped' } })
  renderApp('/plan')
  expect(await screen.findByText(/Text START to our number/)).toBeDefined()
})

test('a number that texts do not reach says so, and not that it has answered STOP', async () => {
  serveTexts({ number: { ...WAITING, state: 'unreachable' } })
  renderApp('/plan')
  expect(await screen.findByText(/Our texts don’t reach ••• 0142/)).toBeDefined()
  expect(screen.queryByText(/answered STOP/)).toBeNull()
})

test('another number is typed in place of the first, and to cancel leaves the first', async () => {
  const notifier = serveTexts({ number: CONFIRMED })
  const { user } = renderApp('/plan')
  await user.click(await screen.findByRole('button', { name: 'Use another number' }))
  await expectFocusOn(await phone())
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText(/••• 0142 by text/)).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Use another number' }))
  await user.type(await phone(), '407 555 0199')
  await user.click(screen.getByRole('button', { name: 'Text me alerts' }))
  await screen.findByText(/Answer YES/)
  expect(notifier.asked).toMatchObject([{ phone: '+14075550199' }])
})

test('a number that is removed makes room for another, and the focus stays in the section', async () => {
  const notifier = serveTexts({ number: CONFIRMED })
  const { user } = renderApp('/plan')
  await user.click(await screen.findByRole('button', { name: 'Remove the number' }))
  const said = await screen.findByText('Your alerts come by email.')
  expect([notifier.asked, await phone()]).toEqual([['remove'], expect.anything()])
  await waitFor(() => expect(document.activeElement).toBe(said))
})

test('a number that cannot be removed says so, and stays', async () => {
  serveTexts({ number: CONFIRMED })
  server.use(http.delete(PATH, () => HttpResponse.error()))
  const { user } = renderApp('/plan')
  await user.click(await screen.findByRole('button', { name: 'Remove the number' }))
  expect(await screen.findByText('No connection')).toBeDefined()
  expect(screen.getByText(/••• 0142 by text/)).toBeDefined()
})

test('while the texts load there is a placeholder, and a failure can be tried again', async () => {
  serveTexts()
  let isBroken = true
  server.use(
    http.get(PATH, async () => {
      await delay(20)
      return isBroken ? refusal('phone-country') : HttpResponse.json(somePlanTexts())
    }),
  )
  const { user } = renderApp('/plan')
  expect(await screen.findByRole('status', { name: 'Loading your text alerts' })).toBeDefined()
  await screen.findByText('Error loading your text alerts')
  isBroken = false
  await user.click((await section()).getByRole('button'))
  expect(await phone()).toBeDefined()
})

test('a plan that notifier has not heard of yet says so, and offers its texts without a reload', async () => {
  const notifier = serveTexts({ isCovered: false })
  renderApp('/plan')
  await screen.findByText(/Your texts are being set up/)
  notifier.texts = somePlanTexts()
  expect(await (await section()).findByLabelText('Phone')).toBeDefined()
})

test('the account shows the texts below its plan', async () => {
  serveAccountRoutes()
  serveTexts({ number: CONFIRMED, textsUsed: 1 })
  renderApp('/account')
  expect(await (await section()).findByText(/in place of email: 300 texts a month/)).toBeDefined()
  expect(await screen.findByText('1 of 300 texts used in November.')).toBeDefined()
})

/** The account page with the texts of the plan, and identity, which hears of each change one answer late. */
async function openAccount(number: typeof WAITING | typeof CONFIRMED) {
  serveAccountRoutes()
  const notifier = serveTexts({ number })
  let heard = notifier.texts.number
  server.use(
    http.get('*/api/identity/numbers', () => {
      const numbers = heard?.state === 'confirmed' ? [{ number: '+14075550142', signsIn: false }] : []
      heard = notifier.texts.number
      return HttpResponse.json(numbers)
    }),
  )
  const { user } = renderApp('/account')
  const login = within(await screen.findByRole('region', { name: 'Log in by text' }))
  return { notifier, user, login }
}

test('a number that was answered for with YES can log in by text without a reload', async () => {
  const { notifier, login } = await openAccount(WAITING)
  await login.findByText(/^No number yet/)
  await screen.findByText(/Answer YES/)
  notifier.texts = { ...notifier.texts, number: CONFIRMED }
  expect(await login.findByText('+1 407 555 0142')).toBeDefined()
})

test('a number that is removed leaves the login by text without a reload', async () => {
  const { user, login } = await openAccount(CONFIRMED)
  await login.findByText('+1 407 555 0142')
  await user.click(await screen.findByRole('button', { name: 'Remove the number' }))
  expect(await login.findByText(/^No number yet/)).toBeDefined()
})

test.for(['no plan', 'texts off'] as const)('with %s there is no section of texts', async (what) => {
  serveTexts({ isOffered: what !== 'texts off' })
  if (what === 'no plan') server.use(http.get('*/api/billing/plan', () => HttpResponse.json(aPlan())))
  renderApp('/plan')
  await screen.findByRole('region', { name: 'Your plan' })
  await waitFor(() => expect(screen.queryByRole('status', { name: /Loading/ })).toBeNull())
  expect(screen.queryByRole('region', { name: 'Text alerts' })).toBeNull()
})
