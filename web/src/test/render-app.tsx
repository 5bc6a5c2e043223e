import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { App } from '../app.tsx'
import { codeLoaded } from './later.ts'

await codeLoaded()

/** Two clicks before the page has answered to the first: what a tired thumb does. */
export function clickTwiceAtOnce(button: HTMLElement): void {
  act(() => {
    button.click()
    button.click()
  })
}

/** The whole app at an address, as a visitor meets it. `address` is what the browser would show now. */
export function renderApp(path: string) {
  let shown = ''
  const history: { goBack?: () => void } = {}
  function Address() {
    const { pathname, search } = useLocation()
    const navigate = useNavigate()
    shown = pathname + search
    history.goBack = () => act(() => void navigate(-1))
    return null
  }
  const view = render(
    <MemoryRouter initialEntries={[path]}>
      <App />
      <Address />
    </MemoryRouter>,
  )
  // Without `delay: null` each key waits for a timer of its own.
  return {
    user: userEvent.setup({ delay: null }),
    address: () => shown,
    goBack: () => history.goBack?.(),
    ...view,
  }
}
