import { textOf } from '../../lib/form-text.ts'
import type { FoundVisitor } from '@walkon/contracts/http/desk'
import { useRef, useState, type FormEvent } from 'react'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import type { Search } from './queries.ts'
import { usePageKey } from './use-page-key.ts'

type FindFormProps = {
  /** Null for a line that names nothing. */
  find: (typed: string) => Promise<Search | null>
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
  text: 'Enter an email address or four characters of it, a phone number or its last four digits, the reference at the foot of a mail, or an id of an order, payment, pass, alert or message.',
}

/** One field that knows the kind of key typed. `/` goes to it from anywhere on the page. */
export function FindForm({ find, isAnswered, onSeek, onFind, onChoose }: FindFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<Search | null>(null)
  const [isUnknown, setUnknown] = useState(false)
  const { isBusy, problem, run } = useAction(async (typed: string) => {
    const search = await find(typed)
    setFound(search)
    setUnknown(search === null)
    const [only, other] = search?.visitors ?? []
    // A visitor whose address is only near the searched one is opened when chosen, not by itself.
    if (only && !other && !search?.areNear) onFind(only)
  })
  usePageKey('/', () => form.current?.querySelector('input')?.focus())

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setUnknown(false)
    setFound(null)
    onSeek()
    run(textOf(new FormData(event.currentTarget), 'sought'))
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

type FoundListProps = { found: Search | null } & Pick<FindFormProps, 'isAnswered' | 'onChoose'>

const NOBODY =
  'No visitor has this, and no address is near it. Check its spelling. Or nobody ever used it here, or its owner was erased: of a deleted account nothing is kept, and nothing can come back. A new sign-up begins anew.'

/** A single visitor who has what was sought is opened at once. */
function FoundList({ found, isAnswered, onChoose }: FoundListProps) {
  const { visitors, areNear } = found ?? { visitors: [], areNear: false }
  const isOffered = visitors.length > (areNear ? 0 : 1)
  const words = areNear
    ? 'No visitor has exactly this. Addresses near it:'
    : `${visitors.length} visitors have this:`
  return (
    <>
      <div role="status">
        {found && visitors.length === 0 && !isAnswered && <p>{NOBODY}</p>}
        {isOffered && <p>{words}</p>}
      </div>
      {isOffered && (
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
