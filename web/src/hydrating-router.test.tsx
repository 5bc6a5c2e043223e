import { act, render } from '@testing-library/react'
import {
  UNSAFE_createMemoryHistory as createMemoryHistory,
  useLocation,
  useNavigationType,
} from 'react-router-dom'
import { expect, test } from 'vitest'
import { HydratingRouter } from './hydrating-router.tsx'
import { useIsHydrated } from './lib/hydration.tsx'

/** Opens a page and records each render as one line. */
function open(url: string, isPrerendered: boolean) {
  const seen: string[] = []
  function Seen() {
    const { pathname, search, hash } = useLocation()
    seen.push(`${pathname}${search}${hash} ${useNavigationType()} ${useIsHydrated()}`)
    return null
  }
  const history = createMemoryHistory({ initialEntries: [url], v5Compat: true })
  render(
    <HydratingRouter history={history} isPrerendered={isPrerendered}>
      <Seen />
    </HydratingRouter>,
  )
  return { seen, history }
}

test('a prerendered page is first shown without its query and fragment, as the build has rendered it', () => {
  expect(open('/live?park=1#alerts', true).seen).toEqual(['/live POP false', '/live?park=1#alerts POP true'])
})

test('a page that was not prerendered has its query at once', () => {
  expect(open('/live?park=1', false).seen).toEqual(['/live?park=1 POP true'])
})

test('a navigation is shown with the way in which it came', () => {
  const { seen, history } = open('/', false)

  act(() => history.push('/faq'))
  act(() => history.go(-1))

  expect(seen).toEqual(['/ POP true', '/faq PUSH true', '/ POP true'])
})
