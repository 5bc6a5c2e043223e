import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { memoryHistory } from './history.ts'
import { Link, Navigate, NavLink } from './link.tsx'
import { Router, useIsHydrated, useLocation, useNavigate, useSearchParams } from './router.tsx'

/** A page that says where it is and has every way to lead elsewhere. */
function Place() {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  return (
    <>
      <p data-testid="place">{pathname + search + hash}</p>
      <p data-testid="state">{JSON.stringify(state)}</p>
      <p data-testid="hydrated">{String(useIsHydrated())}</p>
      <button onClick={() => navigate(-1)}>Back</button>
      <button onClick={() => navigate('/b', { replace: true })}>Replace</button>
      <button onClick={() => setParams({ park: 'x y' })}>Choose</button>
      <button
        onClick={() => setParams((now) => new URLSearchParams([...now].filter(([name]) => name !== 'park')))}
      >
        Clear
      </button>
      <Link to="/a?one=1#two" state={{ from: '/' }}>
        A
      </Link>
      <NavLink to="/a">Here</NavLink>
    </>
  )
}

function open(url: string) {
  render(
    <Router history={memoryHistory(url)}>
      <Place />
    </Router>,
  )
}

const text = (id: string) => screen.getByTestId(id).textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a link leads to its address with its state, and going back leads to the address before', () => {
  open('/b?x=1')

  fireEvent.click(screen.getByRole('link', { name: 'A' }))
  expect(text('place')).toBe('/a?one=1#two')
  expect(text('state')).toBe('{"from":"/"}')

  press('Back')
  expect(text('place')).toBe('/b?x=1')
})

test('an address that is replaced is not among those that going back leads to', () => {
  open('/first')
  fireEvent.click(screen.getByRole('link', { name: 'A' }))
  press('Replace')
  expect(text('place')).toBe('/b')

  press('Back')
  expect(text('place')).toBe('/first')
})

test.for([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click with %o on a link is left to the browser',
  (how) => {
    open('/')
    const link = screen.getByRole('link', { name: 'A' })
    const click = createEvent.click(link, how)
    // Happy DOM would open the address. React hears of the click before the document does.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true })
    fireEvent(link, click)

    expect(text('place')).toBe('/')
  },
)

test('the query is written escaped, and the path stays', () => {
  open('/live')
  press('Choose')
  expect(text('place')).toBe('/live?park=x+y')

  press('Clear')
  expect(text('place')).toBe('/live')
})

test('a navigation link says whether it leads to the page that is shown', () => {
  open('/b')
  expect(screen.getByRole('link', { name: 'Here' }).getAttribute('aria-current')).toBeNull()

  fireEvent.click(screen.getByRole('link', { name: 'A' }))
  expect(screen.getByRole('link', { name: 'Here' }).getAttribute('aria-current')).toBe('page')
})

test('a redirect takes the place of the address that it leaves', () => {
  const history = memoryHistory('/from')
  render(
    <Router history={history}>
      <Navigate to="/to" replace />
    </Router>,
  )
  expect(history.place().pathname).toBe('/to')
  act(() => history.go(-1))
  expect(history.place().pathname).toBe('/to')
})

test('a prerendered page is first shown without its query and fragment, as the build has rendered it', () => {
  const seen: string[] = []
  function Seen() {
    const { pathname, search, hash } = useLocation()
    seen.push(`${pathname}${search}${hash} ${useIsHydrated()}`)
    return null
  }
  render(
    <Router history={memoryHistory('/live?park=1#alerts')} isPrerendered>
      <Seen />
    </Router>,
  )
  expect(seen).toEqual(['/live false', '/live?park=1#alerts true'])
})
