import type { ReactNode } from 'react'
import { AlertFigure } from '../features/settings/figures.tsx'
import { spanWords } from '../lib/duration-words.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FourSteps } from './four-steps.tsx'
import { PageHead } from './page-head.tsx'

const REASONS: [title: string, text: ReactNode][] = [
  [
    'Waits drop when no one is looking',
    'A line clears for ten minutes at lunch or during the parade. We check every minute so you don’t have to.',
  ],
  [
    'One message, not thirty',
    <>
      Rides that get short together come in one alert: first the ride furthest below its usual wait, then the
      others, shortest first. We won’t repeat a ride for{' '}
      <AlertFigure place="an hour" missing="a while">
        {({ alertCooldownMinutes }) => spanWords(alertCooldownMinutes)}
      </AlertFigure>
      .
    </>,
  ],
  [
    'No guessing',
    'An alert shows the wait the park posted, and how long it has been posted. When waits stop updating, we stay quiet.',
  ],
]

export function HowItWorksPage() {
  return (
    <div className="page pb-24">
      <PageHead lede="From the gate to the ride in four steps." />
      <FourSteps className="pt-4" />
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
          <ButtonLink to="/get-alerts">Get Started</ButtonLink>
          <ButtonLink quiet to="/parks">
            See all theme parks
          </ButtonLink>
          <ButtonLink quiet to="/how-we-do">
            How we’re doing
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}
