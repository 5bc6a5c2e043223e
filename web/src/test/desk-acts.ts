import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { EMAIL, find } from './desk.ts'
import { createUser, renderApp } from './render-app.tsx'
import { server } from './server.ts'

/** The acts of the support desk, by their dialogs and at the wire of the services. */

export const ORDER = '4b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
export const DESK_NOW = new Date('2026-04-14T16:00:00Z')

export const order = {
  id: ORDER,
  channel: 'email',
  phone: null,
  parkName: 'Magic Kingdom',
  dates: ['2026-04-14'],
  totalCents: 100,
  promoCode: null,
  status: 'fulfilled',
  createdAt: '2026-04-14T12:00:00Z',
  fulfilledAt: '2026-04-14T12:00:00Z',
}

/** Records the body of each POST to this path; answered with `answer`. */
export function serveAct(path: string, answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(`*/api${path}`, async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

/** The desk with the visitor, and the dialog of one of its acts. */
export async function openAct(name: string) {
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await user.click(await screen.findByRole('button', { name }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: `${name}?` })) }
}

export async function confirm(
  { user, dialog }: Awaited<ReturnType<typeof openAct>>,
  button: string | RegExp = new RegExp(EMAIL),
) {
  await user.type(dialog.getByLabelText(/^Reason/), 'Asked by letter')
  await user.click(dialog.getByRole('button', { name: button }))
}

/** The button that does what a dialog asks: it names the visitor. */
export const doIt = (dialog: ReturnType<typeof within>) =>
  dialog.getByRole('button', { name: new RegExp(EMAIL) })

/** Another dialog of the desk that is open. */
export async function openShown(name: string) {
  const user = createUser()
  await user.click(await screen.findByRole('button', { name }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: `${name}?` })) }
}

export const serveSetAside = (events: object[]) =>
  server.use(
    http.get('*/api/billing/provider-events', () => HttpResponse.json(events)),
    http.get('*/api/notifications/provider-events', () => HttpResponse.json([])),
  )

export const nothing = () => new HttpResponse(null, { status: 204 })
