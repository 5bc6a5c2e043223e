import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { Link } from './link.tsx'

type MenuItem = { name: string } & ({ to: string } | { onChoose: () => void })

type MenuProps = {
  /** The button's content; `label` is its name. */
  button: ReactNode
  label: string
  /** The menu's subject, above its items. */
  head: ReactNode
  items: MenuItem[]
}

/** A button with a menu: arrows move, Escape closes and gives the focus back, a click elsewhere closes. */
export function Menu({ button, label, head, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const itemsOf = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  const onOpen = useEffectEvent(() => itemsOf()[0]?.focus())
  useEffect(() => {
    if (isOpen) onOpen()
  }, [isOpen])
  usePressElsewhere(root, isOpen, () => setOpen(false))

  function close(): void {
    setOpen(false)
    opener.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen) return
    const list = itemsOf()
    const at = list.findIndex((item) => item === document.activeElement)
    const next = nextOf(event.key, at, list.length)
    if (event.key === 'Escape') close()
    if (event.key === 'Tab') setOpen(false)
    if (next === undefined) return
    event.preventDefault()
    list[next]?.focus()
  }

  return (
    <div ref={root} className="relative min-w-0" onKeyDown={onKeyDown}>
      <button
        ref={opener}
        type="button"
        className="btn btn--quiet btn--small max-w-full max-sm:px-3"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (isOpen || event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {button}
      </button>
      {isOpen && (
        <div className="absolute top-[calc(100%+8px)] right-0 z-20 w-max max-w-[min(320px,calc(100vw-2*var(--gutter)))] min-w-55 rounded-card border border-line-strong bg-sheet p-2 shadow-shade">
          {head}
          <div id={id} role="menu" aria-label={label}>
            {items.map((item) => (
              <Item key={item.name} item={item} onChosen={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

/** Hears of a press outside of the element, while it is open. */
function usePressElsewhere(
  element: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onPressElsewhere: () => void,
): void {
  const onPointerDown = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && element.current?.contains(target))) onPressElsewhere()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const onPress = (event: Event) => onPointerDown(event)
    addEventListener('pointerdown', onPress)
    return () => removeEventListener('pointerdown', onPress)
  }, [isOpen])
}

/** Returns the item to which a key leads, round and round. */
function nextOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

const ITEM =
  'flex min-h-11 w-full items-center rounded-field px-3 text-left text-ink no-underline hover:bg-action-soft hover:text-action focus-visible:bg-action-soft focus-visible:text-action focus-visible:-outline-offset-3'

function Item({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const shared = { role: 'menuitem', tabIndex: -1, className: ITEM }
  if ('to' in item) {
    return (
      <Link {...shared} to={item.to} onClick={onChosen}>
        {item.name}
      </Link>
    )
  }
  return (
    <button
      {...shared}
      type="button"
      onClick={() => {
        onChosen()
        item.onChoose()
      }}
    >
      {item.name}
    </button>
  )
}
