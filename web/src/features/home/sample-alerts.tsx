import type { Offer } from '@walkon/contracts/offers'
import { useState, type ReactNode } from 'react'
import { Shape } from '../../ui/shape.tsx'

export type SampleRide = { name: string; waitMinutes: number }

/** While no ride of the board is short, and until there is a board. */
const OTHERWISE: [SampleRide, SampleRide] = [
  { name: 'Space Mountain', waitMinutes: 10 },
  { name: 'Pirates of the Caribbean', waitMinutes: 15 },
]

/**
 * A sample alert of now, in each channel that there is. It is about the first rides that it was given, so that nothing moves while it is
 * read.
 */
export function SampleAlerts({ rides, hasTexts }: { rides: SampleRide[]; hasTexts: boolean }) {
  const [kept, setKept] = useState(rides)
  if (kept.length === 0 && rides.length > 0) setKept(rides)
  const [lead, next] = kept.length > 0 ? kept : OTHERWISE
  if (!lead) return null
  return (
    <section className="page relative pt-[clamp(56px,8vw,112px)] pb-12 lg:pb-0" aria-labelledby="samples">
      <div className="mb-[clamp(24px,4vw,48px)] grid max-w-176 gap-3">
        <h2 id="samples">One alert. Whichever way you like it.</h2>
        <p className="lede">
          Sent once, the biggest drop first. Nobody gets thirty messages when the park opens.
        </p>
      </div>
      <div className="samples">
        {hasTexts && (
          <Sample caption="A text message" offer="texts">
            <p className="sample__text">
              Walkon: {lead.name} is {minutes(lead)}
              {next && ` and ${next.name} is ${minutes(next)}`}. Reply DONE, SNOOZE 30 or STOP.
            </p>
          </Sample>
        )}
        <Sample caption="A push notification, on the lock screen">
          <div className="sample__push">
            <span className="sample__mark">
              <Shape name="walk" />
            </span>
            <span className="min-w-0">
              <b className="block">
                {lead.name}: {minutes(lead)}
              </b>
              {next && `${next.name}: ${minutes(next)}.`}
            </span>
          </div>
        </Sample>
        <Sample caption="An email">
          <div className="sample__mail">
            <b>
              {lead.name} is {minutes(lead)}
            </b>
            {[lead, ...(next ? [next] : [])].map(({ name, waitMinutes }) => (
              <span key={name} className="flex flex-wrap items-center gap-3 border-t border-line pt-3">
                <Shape name="short" />
                <span className="num text-40">
                  {waitMinutes}
                  <small> min</small>
                </span>
                <span className="min-w-0 flex-[1_1_6rem]">{name}</span>
              </span>
            ))}
          </div>
        </Sample>
      </div>
    </section>
  )
}

type SampleProps = { caption: string; offer?: Offer; children: ReactNode }

const Sample = ({ caption, offer, children }: SampleProps) => (
  <figure className="grid content-end gap-3" translate="no" data-offer={offer}>
    <figcaption className="text-14 text-ink-2">{caption}</figcaption>
    {children}
  </figure>
)

const minutes = ({ waitMinutes }: SampleRide) => `${waitMinutes} min`
