import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { Link } from './link.tsx'

function open(link: ReactNode) {
  function Address() {
    const { pathname, state } = useLocation()
    return <output>{`${pathname} ${JSON.stringify(state)}`}</output>
  }
  render(
    <MemoryRouter>
      {link}
      <Address />
    </MemoryRouter>,
  )
  return userEvent.setup({ delay: null })
}
const shown = () => screen.getByRole('status').textContent

test('a link leads to its page without loading it again, and takes the state along', async () => {
  const user = open(
    <Link to="/auth" state={{ from: '/plan' }}>
      Log in
    </Link>,
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe('/auth')
  await user.click(screen.getByRole('link'))
  expect(shown()).toBe('/auth {"from":"/plan"}')
})

test('a click with a modifier key is the browser’s', async () => {
  const seen = vi.fn((event: Event) => event.defaultPrevented)
  addEventListener('click', (event) => seen(event), { once: true })
  const user = open(<Link to="/faq">FAQ</Link>)

  await user.keyboard('{Control>}')
  await user.click(screen.getByRole('link'))

  expect(seen).toHaveReturnedWith(false)
  expect(shown()).toBe('/ null')
})

test('a handler of the link that prevents the click leads nowhere', async () => {
  const user = open(
    <Link to="/faq" onClick={(event) => event.preventDefault()}>
      FAQ
    </Link>,
  )
  await user.click(screen.getByRole('link'))
  expect(shown()).toBe('/ null')
})
