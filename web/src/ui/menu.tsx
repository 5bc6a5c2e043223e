import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

type MenuItem = { name: string } & ({ to: string } | { onChoose: () => void })

type MenuProps = {
  /** What the button shows; `label` is what it is called. */
  button: ReactNode
  label: string
  /** What the menu is about, above its items. */
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

  useWhileOpen(isOpen, {
    onOpen: () => itemsOf()[0]?.focus(),
    onPress: (target) => {
      if (!(target instanceof Node && root.current?.contains(target))) setOpen(false)
    },
  })

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
        <div className="menu">
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

/** Calls `onOpen` once it is open, and `onPress` with whatever is pressed until it is closed. */
function useWhileOpen(
  isOpen: boolean,
  handlers: { onOpen: () => void; onPress: (target: EventTarget | null) => void },
): void {
  const onOpen = useEffectEvent(handlers.onOpen)
  const onPress = useEffectEvent(({ target }: Event) => handlers.onPress(target))
  useEffect(() => {
    if (!isOpen) return undefined
    onOpen()
    const onPointerDown = (event: Event) => onPress(event)
    addEventListener('pointerdown', onPointerDown)
    return () => removeEventListener('pointerdown', onPointerDown)
  }, [isOpen])
}

/** Where a key leads among the items, round and round. */
function nextOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

function Item({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const shared = { role: 'menuitem', tabIndex: -1, className: 'menu__item' }
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
