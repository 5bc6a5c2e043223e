import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { usePageKey } from './use-page-key.ts'

const KEYS = [
  ['/', 'Go to the field that finds a visitor'],
  ['Enter', 'Find what is in the field'],
  ['↓ ↑', 'Next and previous lane of the day or entry of the time line, once one has the focus'],
  ['Home End', 'First and last lane or entry'],
  ['Escape', 'Close a question'],
  ['?', 'These keys'],
] as const

/** The keys of the desk, by a button or `?`. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false)
  usePageKey('?', () => setOpen(true))
  return (
    <div className="pt-6 pointer-coarse:hidden print:hidden">
      <Button quiet small onClick={() => setOpen(true)}>
        Keys (?)
      </Button>
      {isOpen && (
        <Dialog title="Keys of the desk" onClose={() => setOpen(false)}>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
            {KEYS.map(([key, words]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="font-bold">{key}</kbd>
                </dt>
                <dd className="m-0">{words}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </div>
  )
}
