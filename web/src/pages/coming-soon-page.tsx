import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { ButtonLink } from '../ui/button.tsx'
import { Shape } from '../ui/shape.tsx'
import { PageHead } from './page-head.tsx'

type Feature = { lede: string; will: string[]; until: ReactNode }

const ALERTS_NOW = 'Until then, ride alerts tell you by email the minute a ride gets short.'
const WAITS_NOW = 'Until then, every park’s live wait times are a tap away.'

/** What each address will be, once it is built. */
const FEATURES: Record<string, Feature | undefined> = {
  '/lightning-lane': {
    lede: 'Catch a return time that fits your day, without watching the app.',
    will: [
      'See the next return time and price of each ride as it changes.',
      'List the rides you want, in your order and hours.',
      'Hear from us when one of them opens up.',
    ],
    until: ALERTS_NOW,
  },
  '/restaurant-alerts': {
    lede: 'Know when a table opens up at the restaurant you want.',
    will: [
      'Choose a restaurant, your dates and the size of your party.',
      'We watch for a table, all day.',
      'You get an email while it is still there.',
    ],
    until: ALERTS_NOW,
  },
  '/ride-checklist': {
    lede: 'Every ride you want to do, ticked off as you go.',
    will: [
      'Add the rides of a park, one by one or all at once.',
      'See the current wait beside each of them.',
      'Tick them off, on any of your devices.',
    ],
    until: WAITS_NOW,
  },
}

/** A feature that is announced and not open yet: what it will do, and what is there today. */
export function ComingSoonPage() {
  const feature = FEATURES[useLocation().pathname]
  if (!feature) return null
  return (
    <div className="page pb-24">
      <PageHead lede={feature.lede} />
      <section className="ticket max-w-160" aria-labelledby="coming-soon">
        <div className="ticket__part">
          <div className="ticket__head">
            <h2 id="coming-soon" className="ticket__title">
              Coming soon
            </h2>
            <Shape name="none" className="[--size:32px]" />
          </div>
          <p className="text-ink-2">We’re still building this. Here is what it will do:</p>
        </div>
        <div className="perf" />
        <div className="ticket__part">
          <ol className="grid list-decimal gap-2 pl-5">
            {feature.will.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="text-ink-2">{feature.until}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/#alerts">Get ride alerts</ButtonLink>
            <ButtonLink quiet to="/live-wait-times">
              See live wait times
            </ButtonLink>
          </div>
        </div>
      </section>
    </div>
  )
}
