import type { Offer } from '@walkon/contracts/offers'
import type { ReactNode } from 'react'
import { isOffered, isShown, type Audience } from '../lib/offers.ts'

export type Topic = { title: string; text?: ReactNode; facts?: Fact[]; for?: Audience }

/** A line of a topic's table. */
type Fact = { of: string; text: ReactNode; for?: Audience; offer?: Offer }

/** A page of words: each topic with its title, side by side where there is room. */
export function Topics({ topics }: { topics: Topic[] }) {
  return (
    <div className="grid gap-6">
      {topics.filter(isShown).map(({ title, text, facts }) => (
        <section
          key={title}
          className="grid gap-x-12 gap-y-1 border-t border-line pt-4 md:grid-cols-[320px_minmax(0,1fr)]"
        >
          <h2 className="text-22 leading-7">{title}</h2>
          <div className="grid gap-4">
            {facts && <Facts facts={facts} />}
            {text && <p className="lede">{text}</p>}
          </div>
        </section>
      ))}
    </div>
  )
}

/** The gateway takes the lines of what is not offered out of the built page. */
const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl>
    {facts
      .filter((fact) => isShown(fact) && (fact.offer === undefined || isOffered(fact.offer)))
      .map(({ of, text, offer }) => (
        <div
          key={of}
          data-offer={offer}
          className="grid gap-x-6 border-t border-line py-2.5 first:border-t-0 first:pt-1 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="font-bold">{of}</dt>
          <dd className="text-ink-2">{text}</dd>
        </div>
      ))}
  </dl>
)
