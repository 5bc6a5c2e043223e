import { useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'

type TabsProps<Id extends string> = {
  label: string
  /** With a path the tab is a link, which the browser follows where the code of a prerendered page is not there yet. */
  tabs: readonly { id: Id; name: string; path?: string }[]
  selected: Id
  onSelect: (id: Id) => void
  /** The content of the selected tab. */
  children: ReactNode
}

/** The arrows move and select at once; only the selected tab is in the way of the Tab key. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const prefix = useId()

  function onKeyDown(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ id }) => id === selected)
    const next = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onSelect(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div className="grid gap-6">
      <div ref={list} role="tablist" aria-label={label} className="choice" onKeyDown={onKeyDown}>
        {tabs.map(({ id, name, path }) => {
          const shared = {
            role: 'tab',
            id: `${prefix}-${id}`,
            'aria-selected': id === selected,
            'aria-controls': `${prefix}-panel`,
            tabIndex: id === selected ? 0 : -1,
            onClick: (event: MouseEvent) => {
              event.preventDefault()
              onSelect(id)
            },
            children: name,
          }
          return path === undefined ? (
            <button key={id} type="button" {...shared} />
          ) : (
            <a key={id} href={path} {...shared} />
          )
        })}
      </div>
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-${selected}`}>
        {children}
      </div>
    </div>
  )
}
