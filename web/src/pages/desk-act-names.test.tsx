import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { EMAIL, find, serveDesk, signInAs } from '../test/desk.ts'
import { order } from '../test/desk-acts.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'

beforeEach(() => serveParks([]))

async function textOfAct(name: string, orders: object[]) {
  signInAs('support')
  serveDesk({ billing: { orders } })
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  return (await screen.findByRole('button', { name })).textContent
}

test('an act shows no id where one order alone could be meant, and its whole name is read aloud', async () => {
  expect(await textOfAct('Extend Magic Kingdom, order 9CY9-R3JQ', [order])).toBe('Extend Magic Kingdom')
})

test('an act shows which order it is about where there are several', async () => {
  const other = { ...order, id: order.id.replace('4b3c', '5b3c') }
  const name = 'Extend Magic Kingdom, order 9CY9-R3JQ'
  expect(await textOfAct(name, [order, other])).toBe(name)
})
