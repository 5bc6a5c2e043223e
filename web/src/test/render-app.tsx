import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Router, useLocation, useNavigate } from '../router/router.tsx'
import { memoryHistory } from '../router/history.ts'
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
    history.goBack = () => act(() => navigate(-1))
    return null
  }
  const view = render(
    <Router history={memoryHistory(path)}>
      <App />
      <Address />
    </Router>,
  )
  // Without `delay: null` each key waits for a timer of its own.
  return {
    user: userEvent.setup({ delay: null }),
    address: () => shown,
    goBack: () => history.goBack?.(),
    ...view,
  }
}
