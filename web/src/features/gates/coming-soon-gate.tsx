import type { GatedFeature } from '@walkon/contracts/http/gates'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { keptGateKey, onGateKey } from '../../lib/gate-key.ts'
import { problemText } from '../../lib/problem-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Shape } from '../../ui/shape.tsx'
import { GatePassword } from './gate-password.tsx'
import { gateQuery } from './queries.ts'

/** The announcement of a feature, for the overlay in front of it. */
type Announcement = { lede: string; will: string[] }

type ComingSoonGateProps = { feature: GatedFeature; announcement: Announcement; children: ReactNode }

/** The content behind the gate of a feature; without a key its announcement, while the gate is closed. */
export function ComingSoonGate({ feature, announcement, children }: ComingSoonGateProps) {
  const key = useSyncExternalStore(onGateKey, keptGateKey, () => null)
  const gate = useQuery({ ...gateQuery(feature), enabled: key === null })
  if (key !== null || gate.data?.isOpen) return children
  return (
    <Overlay announcement={announcement} isKnown={!gate.isPending}>
      {/* The line is kept for the note, which comes later or not at all. */}
      <p className="flex min-h-11 items-center gap-3">
        {gate.isError ? (
          <>
            <span role="alert">{problemText(gate.error).title}</span>
            <button type="button" className="text-link" onClick={() => void gate.refetch()}>
              Try again
            </button>
          </>
        ) : (
          gate.data?.launchNote && <b>Expected launch: {gate.data.launchNote}</b>
        )}
      </p>
    </Overlay>
  )
}

const PRESSES_TO_OPEN = 5

type OverlayProps = {
  announcement: Announcement
  /** False until the gate has answered: with scripts the overlay keeps its place unseen, since the feature may be open. */
  isKnown: boolean
  children?: ReactNode
}

/** Its title is a button that looks like none: five presses show the field for the password (companion, section 2). */
export function Overlay({ announcement, isKnown, children }: OverlayProps) {
  const [presses, setPresses] = useState(0)
  return (
    <section
      className={isKnown ? 'relative isolate' : 'relative isolate until-known'}
      aria-labelledby="coming-soon"
    >
      <Behind />
      <div className="ticket max-w-160">
        <div className="ticket__part">
          <div className="ticket__head">
            <h2 id="coming-soon" className="ticket__title">
              <button
                type="button"
                className="min-h-11 cursor-default text-left select-none"
                onClick={() => setPresses((count) => count + 1)}
              >
                Coming Soon
              </button>
            </h2>
            <Shape name="none" className="[--size:32px]" />
          </div>
          {children}
          <p>{announcement.lede}</p>
          {presses >= PRESSES_TO_OPEN && <GatePassword />}
        </div>
        <div className="perf" />
        <div className="ticket__part">
          <p className="text-ink-2">Here is what it will do:</p>
          <ol className="grid list-decimal gap-2 pl-5">
            {announcement.will.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="text-ink-2">
            Until then, ride alerts tell you by email the minute a ride gets short.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/#alerts">Get ride alerts</ButtonLink>
            <ButtonLink quiet to="/live-wait-times">
              See live wait times
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}

/** Shapes of rows, blurred. They stand for the content behind the overlay, which no browser without the key gets. */
const Behind = () => (
  <div aria-hidden="true" className="absolute inset-0 -z-1 overflow-hidden blur-[4px] max-lg:hidden">
    {ROWS.map((width) => (
      <div key={width} className="flex items-center justify-between border-t border-line py-5 pl-172">
        <div className="grid flex-1 gap-2">
          <span className={`h-4 rounded-pill bg-line-strong opacity-60 ${width}`} />
          <span className="h-3 w-1/4 rounded-pill bg-line" />
        </div>
        <span className="h-9 w-24 rounded-pill bg-line" />
      </div>
    ))}
  </div>
)

/** How long the names in the rows are. */
const ROWS = ['w-3/5', 'w-2/5', 'w-3/4', 'w-1/2', 'w-2/3', 'w-1/3']
