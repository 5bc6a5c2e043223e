import { useEffect, useRef } from 'react'
import { Shape } from '../../ui/shape.tsx'
import { listNumbers } from './numbers.ts'
import { isMissing, NOT_KNOWN } from './not-known.ts'
import { passLine } from './pass-days.ts'
import type { Visitor } from './visitor.ts'

type VisitorHeadProps = { visitor: Visitor; now: Date }

/** The visitor's name and pass. The focus comes here: who was found is read out, and keys of the page work again. */
export function VisitorHead({ visitor, now }: VisitorHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { email, account } = visitor
  const name = account?.user_metadata.full_name?.trim()
  const { isOn, title, text, next } = passLine(visitor, now)
  return (
    <header className="grid items-center gap-x-8 gap-y-2 pt-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <h2
          id="visitor"
          ref={heading}
          tabIndex={-1}
          className={`wrap-anywhere focus-visible:outline-none ${name ? 'text-28! leading-8!' : 'text-22! leading-7!'}`}
        >
          {name || email}
        </h2>
        <p className="flex flex-wrap gap-x-4 text-14">
          {name && <b className="wrap-anywhere">{email}</b>}
          <span className="text-ink-2">{[accountWords(visitor), ...listNumbers(visitor)].join(', ')}</span>
        </p>
      </div>
      <p className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-card border border-line-strong bg-sheet px-4 py-2 text-14">
        <Shape name={isOn ? 'walk' : 'closed'} className="flex-none [--size:16px]" />
        <span className="min-w-0 flex-1 basis-60">
          <b className="text-16 wrap-anywhere">{title}</b> <span className="inline-block">{text}</span>
        </span>
        {next && <span className="text-ink-2">{next}</span>}
      </p>
    </header>
  )
}

function accountWords(visitor: Visitor): string {
  if (visitor.account) return 'has an account'
  return isMissing(visitor, 'identity') ? `account ${NOT_KNOWN}` : 'no account'
}
