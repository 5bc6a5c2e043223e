import type { NewPromoCode, PromoCodeView } from '@walkon/contracts/http/promo-codes'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const aCode = (overrides: Partial<PromoCodeView> = {}): PromoCodeView => ({
  code: 'SUMMER',
  channel: 'email',
  discount: { kind: 'percentage', percent: 25 },
  maxRedemptions: 500,
  maxRedemptionsPerEmail: 1,
  redemptions: 12,
  redemptionsBeyondLimit: 0,
  held: 2,
  createdAt: '2026-04-14T13:00:00Z',
  expiresAt: null,
  retiredAt: null,
  ...overrides,
})

beforeEach(() => serveParks([]))

function signInAs(...roles: string[]) {
  wasSignedIn()
  serveIdentity({ isSignedIn: true, roles })
}

/** Billing's codes at its wire; each list is a page. `asked` holds the requests to create and retire. */
function serveCodes(...pages: PromoCodeView[][]) {
  const billing = { pages, created: [] as NewPromoCode[], retired: [] as string[] }
  server.use(
    http.get('*/api/billing/promo-codes', ({ request }) => {
      if (!request.headers.get('authorization')) return refusal('unauthorized')
      const page = Number(new URL(request.url).searchParams.get('cursor') ?? 0)
      return HttpResponse.json({
        items: billing.pages[page] ?? [],
        next: page + 1 < billing.pages.length ? String(page + 1) : null,
      })
    }),
    http.post('*/api/billing/promo-codes', async ({ request }) => {
      const asked = (await request.json()) as NewPromoCode
      billing.created.push(asked)
      const code = aCode({ code: asked.code.toUpperCase(), redemptions: 0, held: 0 })
      billing.pages = [[...(billing.pages[0] ?? []), code]]
      return HttpResponse.json(code, { status: 201 })
    }),
    http.post('*/api/billing/promo-codes/:code/retire', ({ params }) => {
      const name = String(params['code'])
      billing.retired.push(name)
      const retire = (code: PromoCodeView) =>
        code.code === name ? { ...code, retiredAt: '2026-05-01T12:00:00Z' } : code
      billing.pages = billing.pages.map((page) => page.map(retire))
      return HttpResponse.json(billing.pages.flat().find(({ code }) => code === name))
    }),
  )
  return billing
}

const rowOf = async (code: string) =>
  (await screen.findByRole('heading', { name: code })).closest('li') as HTMLLIElement
const field = (name: RegExp) => screen.findByLabelText(name)
const createButton = () => screen.findByRole('button', { name: 'Create code' })

test.for([['moderator'], []])(
  'a visitor with the roles %s is told that the page is for admins, and sent home',
  async (roles) => {
    signInAs(...roles)
    const { address } = renderApp('/admin/promo-codes')
    await waitFor(() => expect(address()).toBe('/'))
    expect(await screen.findByText('You do not have admin privileges')).toBeDefined()
  },
)

test('a signed-out visitor logs in first', async () => {
  serveIdentity()
  const { address } = renderApp('/admin/promo-codes')
  await waitFor(() => expect(address()).toBe('/auth'))
})

test('a code is listed with what it takes off, its state, its uses and its limits', async () => {
  signInAs('admin')
  serveCodes([
    aCode(),
    aCode({
      code: 'FREE',
      channel: 'sms',
      discount: { kind: 'one-day' },
      maxRedemptions: null,
      maxRedemptionsPerEmail: null,
      held: 0,
      expiresAt: '2020-01-02T12:00:00Z',
    }),
  ])
  renderApp('/admin/promo-codes')

  const summer = (await rowOf('SUMMER')).textContent
  for (const part of [
    'Email · 25% off',
    'Active',
    '12 of 500 used',
    '2 held by open checkouts',
    '1 per address',
  ])
    expect(summer).toContain(part)
  const free = (await rowOf('FREE')).textContent
  for (const part of ['SMS · one day free', 'Expired Jan 2, 2020', '12 used', 'no limit per address'])
    expect(free).toContain(part)
})

test('a code is created with its limits and its last day, once for a double click, and is listed', async () => {
  signInAs('admin')
  const billing = serveCodes([])
  const { user } = renderApp('/admin/promo-codes')
  await user.type(await field(/^Code/), 'fall-26')
  await user.type(await field(/^Percent/), '30')
  await user.type(await field(/^Uses in all/), '100')
  await user.type(await field(/^Last day/), '2099-12-31')
  clickTwiceAtOnce(await createButton())

  expect((await rowOf('FALL-26')).textContent).toContain('Active')
  expect(billing.created).toEqual([
    {
      code: 'fall-26',
      channel: 'email',
      discount: { kind: 'percentage', percent: 30 },
      maxRedemptions: 100,
      maxRedemptionsPerEmail: null,
      expiresAt: new Date('2099-12-31T23:59:59').toISOString(),
    },
  ])
  expect(screen.getByRole('status', { name: 'Notices' }).textContent).toContain('Code created')
  await waitFor(async () => expect((await field(/^Code/)).getAttribute('value') ?? '').toBe(''))
})

test('a code that makes days free asks for no percentage', async () => {
  signInAs('admin')
  const billing = serveCodes([])
  const { user } = renderApp('/admin/promo-codes')
  await user.type(await field(/^Code/), 'FREE2')
  await user.selectOptions(await field(/^Takes off/), 'All days')
  await user.selectOptions(await field(/^Alerts/), 'SMS')
  await user.click(await createButton())

  await rowOf('FREE2')
  expect(billing.created).toMatchObject([{ channel: 'sms', discount: { kind: 'all-days' } }])
})

test('entries that cannot be right are named, and nothing is sent', async () => {
  signInAs('admin')
  const billing = serveCodes([])
  const { user } = renderApp('/admin/promo-codes')
  await user.type(await field(/^Uses in all/), 'many')
  await user.click(await createButton())

  for (const problem of ['Code required', 'Percent required', 'Not a Number'])
    expect(await screen.findByText(problem)).toBeDefined()
  expect(billing.created).toEqual([])
})

test('a name that is taken is said at its field, and what was typed stays', async () => {
  signInAs('admin')
  serveCodes([aCode()])
  server.use(http.post('*/api/billing/promo-codes', () => refusal('promo-code-exists')))
  const { user } = renderApp('/admin/promo-codes')
  await user.type(await field(/^Code/), 'SUMMER')
  await user.type(await field(/^Percent/), '10')
  await user.click(await createButton())

  expect(await screen.findByText('Code taken')).toBeDefined()
  expect((await field(/^Code/)).getAttribute('aria-invalid')).toBe('true')
  expect(await field(/^Code/)).toHaveProperty('value', 'SUMMER')
})

test('a code is retired after a question, by the keyboard, and the focus stays in the list', async () => {
  signInAs('admin')
  const billing = serveCodes([aCode()])
  const { user } = renderApp('/admin/promo-codes')
  const button = within(await rowOf('SUMMER')).getByRole('button', { name: 'Retire SUMMER' })
  button.focus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Keep it' }))
  expect(billing.retired).toEqual([])

  await user.click(button)
  await user.click(await screen.findByRole('button', { name: 'Retire code' }))

  await waitFor(async () => expect((await rowOf('SUMMER')).textContent).toContain('Retired May 1, 2026'))
  expect(billing.retired).toEqual(['SUMMER'])
  expect(screen.queryByRole('button', { name: 'Retire SUMMER' })).toBeNull()
  await expectFocusOn(screen.getByRole('list', { name: 'The promo codes' }))
})

test('a retirement that fails says so in the dialog, which stays', async () => {
  signInAs('admin')
  serveCodes([aCode()])
  server.use(http.post('*/api/billing/promo-codes/:code/retire', () => refusal('unavailable')))
  const { user } = renderApp('/admin/promo-codes')
  await user.click(await screen.findByRole('button', { name: 'Retire SUMMER' }))
  await user.click(await screen.findByRole('button', { name: 'Retire code' }))

  expect((await screen.findByRole('alert')).textContent).toContain('We are busy')
  expect(screen.getByRole('dialog')).toBeDefined()
})

test('more codes are loaded when they are wanted', async () => {
  signInAs('admin')
  serveCodes([aCode()], [aCode({ code: 'WINTER' })])
  const { user } = renderApp('/admin/promo-codes')
  await rowOf('SUMMER')
  await user.click(screen.getByRole('button', { name: 'Show more codes' }))
  expect(await rowOf('WINTER')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show more codes' })).toBeNull()
})
