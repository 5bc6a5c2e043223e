import type { ReactNode } from 'react'
import { AlertFigure, PriceFigure } from '../features/settings/figures.tsx'
import { TextsSold } from '../features/settings/texts-sold.tsx'
import { onceEvery, spanWords } from '../lib/duration-words.ts'
import { dollars } from '../lib/money.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Shape, type ShapeName } from '../ui/shape.tsx'
import { PageHead } from './page-head.tsx'

type Step = { shape: ShapeName; title: ReactNode; text: ReactNode }

const STEPS: Step[] = [
  {
    shape: 'long',
    title: 'Select park',
    text: 'You see what’s short there right now, before you choose anything.',
  },
  {
    shape: 'moderate',
    title: 'Choose date',
    text: 'Today or later, as many days as you like, by the park’s calendar.',
  },
  {
    shape: 'short',
    title: (
      <>
        Select rides and pay{' '}
        <PriceFigure place="$5/day" missing="per day">
          {({ smsEnabled, smsDayCents, emailDayCents }) =>
            `${dollars(smsEnabled ? smsDayCents : emailDayCents)}/day`
          }
        </PriceFigure>
      </>
    ),
    text: (
      <>
        Email alerts cost{' '}
        <PriceFigure place="$1/day" missing="less">
          {({ emailDayCents }) => `${dollars(emailDayCents)}/day`}
        </PriceFigure>
        , or nothing with a promo code. Every ride has its own limit, from 5 to 120 minutes.
      </>
    ),
  },
  {
    shape: 'walk',
    title: 'Receive alerts',
    text: (
      <>
        Put your phone away. We tell you the minute a ride gets short,{' '}
        <AlertFigure place="once an hour" missing="once in a while">
          {({ alertCooldownMinutes }) => onceEvery(alertCooldownMinutes)}
        </AlertFigure>{' '}
        per ride at most. It comes by email, and as a push notification where you turn that on.{' '}
        <TextsSold keepsPlace>With SMS alerts it comes by text.</TextsSold>
      </>
    ),
  },
]

const REASONS: [title: string, text: ReactNode][] = [
  [
    'Waits drop when no one is looking',
    'A line clears for ten minutes at lunch or during the parade. We check every minute so you don’t have to.',
  ],
  [
    'One message, not thirty',
    <>
      Rides that get short together come in one alert, shortest first. We won’t repeat a ride for{' '}
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
      <ol className="line pt-4">
        {STEPS.map(({ shape, title, text }) => (
          <li key={shape}>
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
          <ButtonLink to="/get-alerts">Get Started</ButtonLink>
          <ButtonLink quiet to="/parks">
            See all theme parks
          </ButtonLink>
        </div>
      </section>
    </div>
  )
}
