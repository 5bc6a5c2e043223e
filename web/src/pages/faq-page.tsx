import { NEWS_ALONE } from '@walkon/contracts/guarantee-words'
import type { ReactNode } from 'react'
import { AlertFigure, PriceFigure } from '../features/settings/figures.tsx'
import { TextsSold } from '../features/settings/texts-sold.tsx'
import { onceEvery } from '../lib/duration-words.ts'
import { MAX_THRESHOLD_MINUTES, MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import { dollars } from '../lib/money.ts'
import type { Audience } from '../lib/offers.ts'
import { Offered } from '../lib/offered.tsx'
import { Shown } from '../lib/shown.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Folds } from './folds.tsx'
import { PageHead } from './page-head.tsx'
import { SupportLink } from './support-link.tsx'

type Question = [question: string, answer: ReactNode, audience?: Audience]

const QUESTIONS: Question[] = [
  [
    'What is Walkon?',
    'We watch the wait times that theme parks post, and tell you the minute a ride you chose gets short.',
  ],
  [
    'Are you affiliated with the parks?',
    'No. Walkon is independent and not affiliated with any park operator.',
  ],
  [
    'Do you make bookings?',
    'No. We don’t book rides, restaurants or tickets, and we never ask for your login with a park.',
  ],
  [
    'Where do the wait times come from?',
    'From public wait-time data, powered by ThemeParks.wiki. They are the waits that the parks post.',
  ],
  [
    'When do I get an alert?',
    <>
      When a ride you chose is open and its posted standby wait is at or below your limit. The limit is{' '}
      <AlertFigure place="15 minutes" missing="a short wait">
        {({ defaultThresholdMinutes }) => `${defaultThresholdMinutes} minutes`}
      </AlertFigure>{' '}
      unless you set another, from {MIN_THRESHOLD_MINUTES} to {MAX_THRESHOLD_MINUTES}. We send it within the
      minute.
      <TextsSold> If the text network stalls, a text is sent some two minutes later.</TextsSold> How often we
      keep that: <Link to="/how-we-do">the last 30 days</Link>.
    </>,
  ],
  [
    'How often do you tell me about the same ride?',
    <>
      <AlertFigure place="Once an hour" missing="Once in a while">
        {({ alertCooldownMinutes }) => toSentenceStart(onceEvery(alertCooldownMinutes))}
      </AlertFigure>{' '}
      at most. Rides that get short at the same time come in one message.
    </>,
  ],
  [
    'What does it cost?',
    <>
      Email alerts cost{' '}
      <PriceFigure place="$1" missing="a fixed price">
        {({ emailDayCents }) => dollars(emailDayCents)}
      </PriceFigure>{' '}
      per day you visit
      <TextsSold>
        , SMS alerts{' '}
        <PriceFigure place="$5" missing="more">
          {({ smsDayCents }) => dollars(smsDayCents)}
        </PriceFigure>
      </TextsSold>
      . With a promo code they can be free. Unlimited, at{' '}
      <PriceFigure place="$15" missing="one price">
        {({ unlimitedMonthCents }) => dollars(unlimitedMonthCents)}
      </PriceFigure>{' '}
      a month, covers every park you choose by email
      <TextsSold>, and by text to one number within a monthly limit</TextsSold>. Push notifications come with
      all of them at no extra price. Turn them on for each phone or computer under Manage Alerts; on iPhone
      and iPad, add Walkon to your Home Screen first.
    </>,
    'payers',
  ],
  [
    'How do alerts come?',
    <>
      By email<TextsSold>, by text if you like</TextsSold>, and as push notifications on your devices. Turn
      those on for each phone or computer under Manage Alerts; on iPhone and iPad, add Walkon to your Home
      Screen first.
    </>,
    'guests',
  ],
  [
    'How do I get a promo code?',
    <>
      Share one of our posts on social media, tag Walkon and send us a direct message. You’ll get your own
      code within 24 hours. You can also write to <SupportLink />.
    </>,
    'payers',
  ],
  [
    'Can I get a refund?',
    `You don’t have to ask. We promise walk-on alerts for at least 3 rides. When a paid day pass ends with fewer, what you paid goes back to your card by itself. ${NEWS_ALONE}`,
    'payers',
  ],
  [
    'I chose a wrong day or park',
    <>
      Write to <SupportLink /> with your order number. It is in your receipt, and under “Passes and receipts”
      in your account. Tell us the park and the days you meant.
    </>,
    'payers',
  ],
  [
    'I chose a wrong day or park',
    'Choose the right one on the home page with the same address, and turn the other park off under Manage Alerts.',
    'guests',
  ],
  [
    'How do I stop the alerts?',
    <>
      Every email has an unsubscribe link, and another one to change your rides and limits.
      <TextsSold> Answer a text with STOP, and your alerts come by email instead.</TextsSold> Turn off push
      where you turned it on. For a while only? Under Manage Alerts you can pause them for today and set quiet
      hours, both in the park’s time.
    </>,
  ],
  [
    'What do you do with my data?',
    <>
      We use your address to send what you asked for, and nothing else. We don’t sell it, and it is never part
      of a web address or a log. Our mail provider<Offered what="newsletter">, Postmark,</Offered> delivers
      our emails<TextsSold>, Twilio our texts</TextsSold>.
      <Shown for="payers"> Stripe takes the payments; we never see your card.</Shown>
    </>,
  ],
]

const toSentenceStart = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

export function FaqPage() {
  return (
    <div className="page pb-24">
      <PageHead lede="What visitors ask us most." />
      <Folds topics={QUESTIONS.map(([title, text, audience]) => ({ title, text, for: audience }))} />
      <ButtonLink to="/get-alerts" className="mt-8">
        Get Started
      </ButtonLink>
    </div>
  )
}
