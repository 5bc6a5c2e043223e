import type { ReactNode } from 'react'
import { AlertFigure, PriceFigure } from '../features/settings/figures.tsx'
import { TextsSold } from '../features/settings/texts-sold.tsx'
import { onceEvery } from '../lib/duration-words.ts'
import { dollars } from '../lib/money.ts'
import { Shown } from '../lib/shown.tsx'
import { Shape, type ShapeName } from '../ui/shape.tsx'

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
        Select rides
        <Shown for="payers">
          {' and pay '}
          <PriceFigure place="$5/day" missing="per day">
            {({ smsEnabled, smsDayCents, emailDayCents }) =>
              `${dollars(smsEnabled ? smsDayCents : emailDayCents)}/day`
            }
          </PriceFigure>
        </Shown>
      </>
    ),
    text: (
      <>
        <Shown for="payers">
          Email alerts cost{' '}
          <PriceFigure place="$1/day" missing="less">
            {({ emailDayCents }) => `${dollars(emailDayCents)}/day`}
          </PriceFigure>
          , or nothing with a promo code.{' '}
        </Shown>
        Every ride has its own limit, from 5 to 120 minutes.
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

type FourStepsProps = {
  /** The level of the titles, below that of the section. */
  Title?: 'h2' | 'h3'
  className?: string
}

/** The steps from the gate to the ride (core, section 2). */
export const FourSteps = ({ Title = 'h2', className = '' }: FourStepsProps) => (
  <ol className={`line ${className}`}>
    {STEPS.map(({ shape, title, text }) => (
      <li key={shape}>
        <span className="line__post">
          <Shape name={shape} />
        </span>
        <Title>{title}</Title>
        <p>{text}</p>
      </li>
    ))}
  </ol>
)
