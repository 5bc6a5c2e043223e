import { useId, useRef, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { textOf } from '../../lib/form-text.ts'
import { DESK_PATH, toSearch, toShown } from './shown.ts'
import { usePageKey } from './use-page-key.ts'

/**
 * The search of the desk: one field for every kind of key. `/` focuses it from anywhere on the page. Each search is its own entry of the
 * history. The former visitor leaves the page at once, so that no act can reach the wrong one.
 */
export function FindField() {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  usePageKey('/', () => {
    field.current?.focus()
    field.current?.select()
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const shown = toShown(state)
    const isSearch = pathname === DESK_PATH && shown !== null && 'search' in shown
    const sought = textOf(new FormData(event.currentTarget), 'sought').trim()
    void navigate(DESK_PATH, { state: toSearch(sought), replace: isSearch })
  }

  return (
    <form
      role="search"
      aria-label="Visitors"
      onSubmit={submit}
      className="relative min-w-0 max-[1200px]:order-1 max-[1200px]:basis-full max-[1200px]:pb-2 min-[1200px]:w-105 print:hidden"
    >
      <label htmlFor={id} className="sr-only">
        Find a visitor
      </label>
      <input
        ref={field}
        id={id}
        name="sought"
        className="input min-h-11! px-3! text-14! pointer-fine:min-h-9! pointer-fine:pr-9!"
        placeholder="Email, phone, order, message"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={254}
      />
      <kbd
        aria-hidden="true"
        className="absolute top-2 right-2.5 rounded-[4px] border border-line-strong px-1.5 text-12 leading-4.5! text-ink-2 pointer-coarse:hidden"
      >
        /
      </kbd>
    </form>
  )
}
