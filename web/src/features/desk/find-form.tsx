import { textOf } from '../../lib/form-text.ts'
import { toSought, type FoundVisitor, type Sought } from '@walkon/contracts/http/desk'
import { useRef, useState, type FormEvent } from 'react'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { usePageKey } from './use-page-key.ts'

type FindFormProps = {
  find: (sought: Sought) => Promise<FoundVisitor[]>
  /** True if the page shows a visitor, who answers the search. */
  isAnswered: boolean
  /** Before each search. */
  onSeek: () => void
  /** The only visitor of a search. */
  onFind: (found: FoundVisitor) => void
  onChoose: (found: FoundVisitor) => void
}

const UNKNOWN = {
  title: 'Nothing to look for',
  text: 'Enter an email address, a phone number or its last four digits, the reference at the foot of a mail, or an id of an order, payment, pass, alert or message.',
}

/** One field that knows the kind of key typed. `/` goes to it from anywhere on the page. */
export function FindForm({ find, isAnswered, onSeek, onFind, onChoose }: FindFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<FoundVisitor[] | null>(null)
  const [isUnknown, setUnknown] = useState(false)
  const { isBusy, problem, run } = useAction(async (sought: Sought) => {
    const visitors = await find(sought)
    const [only] = visitors
    setFound(visitors)
    if (only && visitors.length === 1) onFind(only)
  })
  usePageKey('/', () => form.current?.querySelector('input')?.focus())

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const sought = toSought(textOf(new FormData(event.currentTarget), 'sought'))
    setUnknown(sought === null)
    setFound(null)
    onSeek()
    if (sought) run(sought)
  }

  return (
    <div className="grid gap-3">
      <form ref={form} role="search" onSubmit={submit}>
        <TextField
          name="sought"
          label="Find a visitor"
          hint={<span className="pointer-coarse:hidden">press / to come here</span>}
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          problem={isUnknown && !isAnswered ? UNKNOWN : undefined}
          action={
            <Button type="submit" busy={isBusy}>
              {isBusy ? 'Looking' : 'Find'}
            </Button>
          }
        />
      </form>
      <FormProblem problem={isAnswered ? null : problem} />
      <FoundList found={found} isAnswered={isAnswered} onChoose={onChoose} />
    </div>
  )
}

type FoundListProps = { found: FoundVisitor[] | null } & Pick<FindFormProps, 'isAnswered' | 'onChoose'>

/** A single visitor who was found is opened at once. */
function FoundList({ found, isAnswered, onChoose }: FoundListProps) {
  const visitors = found ?? []
  return (
    <>
      <div role="status">
        {found?.length === 0 && !isAnswered && (
          <p>
            No visitor has this. Check its spelling: a part of an address finds nobody. Or nobody ever used it
            here, or its owner was erased: of a deleted account nothing is kept, and nothing can come back. A
            new sign-up begins anew.
          </p>
        )}
        {visitors.length > 1 && <p>{visitors.length} visitors have this:</p>}
      </div>
      {visitors.length > 1 && (
        <ul className="flex flex-wrap gap-2">
          {visitors.map((visitor) => (
            <li key={visitor.email}>
              <Button quiet small className="wrap-anywhere" onClick={() => onChoose(visitor)}>
                {visitor.email}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
