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

/** A visitor's mouse and keyboard. Without `delay: null` each key waits for a timer of its own. */
export function createUser() {
  const user = userEvent.setup({ delay: null })
  return Object.assign(user, {
    /** Enters a text at once, as a browser that fills a form in: typed, each key draws the page. */
    fill: async (field: HTMLElement, text: string) => {
      await user.click(field)
      await user.paste(text)
    },
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
  return {
    user: createUser(),
    address: () => shown,
    goBack: () => history.goBack?.(),
    ...view,
  }
}
