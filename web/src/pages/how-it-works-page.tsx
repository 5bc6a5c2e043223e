import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../features/config/queries.ts'
import { dollars } from '../lib/money.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Shape, type ShapeName } from '../ui/shape.tsx'
import { PageHead } from './page-head.tsx'

const SMS_DAY_CENTS = 500

const steps = (price: string): { shape: ShapeName; title: string; text: string }[] => [
  {
    shape: 'long',
    title: 'Select park',
    text: 'You see what is short there now, before you choose anything.',
  },
  {
    shape: 'moderate',
    title: 'Choose date',
    text: 'Today or later, as many days as you visit. Days of the park, not yours.',
  },
  {
    shape: 'short',
    title: `Select rides and pay ${price}/day`,
    text: 'Each ride has a limit of its own, from 5 to 120 minutes. E-mail alerts are free with a promo code.',
  },
  {
    shape: 'walk',
    title: 'Receive alerts',
    text: 'Put the phone away. You hear the minute a ride is short, once an hour per ride at most.',
  },
]

const REASONS = [
  [
    'Waits fall when nobody looks',
    'A ride empties for ten minutes at lunch or during the parade. We read the board every minute so that you need not.',
  ],
  [
    'One message, not thirty',
    'Rides that get short together come as one alert, shortest first. The same ride is quiet for an hour after it.',
  ],
  [
    'No guesses',
    'An alert carries the wait the park has posted and its age. When the board stands still, we stay silent.',
  ],
] as const

export function HowItWorksPage() {
  useTitle('How It Works | Walkon')
  const { data: config } = useQuery(configQuery)
  return (
    <div className="page pb-24">
      <PageHead title="How It Works" lede="From the gate to the ride in four steps." />
      <ol className="line pt-4">
        {steps(dollars(config?.prices.smsDayCents ?? SMS_DAY_CENTS)).map(({ shape, title, text }) => (
          <li key={title}>
            <span className="line__post">
              <Shape name={shape} />
            </span>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <section className="grid gap-8 pt-16" aria-labelledby="why">
        <h2 id="why">Why use it</h2>
        <dl className="grid gap-6">
          {REASONS.map(([title, text]) => (
            <div
              key={title}
              className="grid gap-x-12 gap-y-1 border-t border-line pt-4 md:grid-cols-[320px_minmax(0,1fr)]"
            >
              <dt className="font-display text-22 font-bold text-balance">{title}</dt>
              <dd className="lede">{text}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/#alerts">Get Started</ButtonLink>
          <ButtonLink quiet to="/parks">
            See all theme parks
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}
