import { NEWS_ALONE } from '@walkon/contracts/guarantee-words'
import { PriceFigure } from '../features/settings/figures.tsx'
import { TextsSold, useSellsTexts } from '../features/settings/texts-sold.tsx'
import { daysWords } from '../lib/duration-words.ts'
import { Shown } from '../lib/shown.tsx'
import { Link } from '../ui/link.tsx'
import { PageHead } from './page-head.tsx'
import { SupportLink } from './support-link.tsx'
import { Topics, type Topic } from './topics.tsx'

const TOPICS: Topic[] = [
  {
    title: 'The service',
    text: 'Walkon reads the waits that parks post and sends alerts for the park, days, rides and limits you choose. We don’t make bookings, and we are not affiliated with the park operators.',
  },
  {
    title: 'What an alert means',
    text: 'An alert tells you what the park had posted when we read it. We can’t guarantee that the line is as short as posted, that it stays short until you get there, or that the ride stays open.',
  },
  {
    title: 'When you don’t get one',
    text: 'We stay quiet while the park is closed, while its waits are not updating, and for a while after an alert for the same ride. We can’t promise to catch every short wait, or that every email arrives in time.',
  },
  {
    title: 'Passes and codes',
    for: 'payers',
    text: (
      <>
        A pass is for one address, one park and the days you choose. You pay for it once, by card, before it
        starts; nothing renews. A promo code may make it free or cheaper. A code may expire, or work only so
        many times. <Link to="/pricing">Pricing</Link> explains how long a day of a pass lasts.
      </>
    ),
  },
  {
    title: 'Passes',
    for: 'guests',
    text: (
      <>
        A pass is for one address, one park and the days you choose; nothing renews.{' '}
        <Link to="/pricing">Passes</Link> explains how long a day of a pass lasts.
      </>
    ),
  },
  {
    title: 'The unlimited plan',
    for: 'payers',
    text: (
      <>
        The plan belongs to your account and covers the parks where you choose rides, by email and push. You
        pay a month in advance, by card, and it renews each month at the price at which you bought it. Cancel
        any time on <Link to="/plan">your plan’s page</Link>: the plan then goes on to the end of the month
        you paid. We don’t refund a part of a month. If a payment fails, we write to you; a plan that is not
        paid after{' '}
        <PriceFigure place="7 days" missing="some days">
          {({ planGraceDays }) => daysWords(planGraceDays)}
        </PriceFigure>{' '}
        ends, and nothing more is charged.
      </>
    ),
  },
  {
    title: 'The guarantee',
    for: 'payers',
    text: `Walk-on alerts for at least 3 rides, or your money back. When a paid day pass has ended and our alerts for fewer than 3 different rides have reached you, we refund what you paid, by itself and once, and tell you. ${NEWS_ALONE} We promise news: an alert counts if the ride was above your limit, or above 15 minutes where your limit is higher, since the day of your pass began, and if its posted waits of the last 28 days are above that at least half of the time. There are no exceptions: you are refunded also if you chose only two rides or stopped your alerts. What you paid is refunded, not the list price, so a free pass has nothing to refund. The unlimited plan has no guarantee.`,
  },
]

const TEXT_TOPICS: Topic[] = [
  {
    title: 'Text messages',
    text: (
      <>
        SMS alerts are automated text messages to the number you enter, as often as your rides get short on
        the days you chose
        <Shown for="payers"> or, with the unlimited plan, while it runs and has texts left</Shown>. Your
        carrier may charge you for them. We first ask the number by text, and they start when it answers YES.
        Until then, and where we cannot text you, your alerts come to your email address. Reply STOP to end
        all texts, HELP for help; after a STOP your alerts come by email.
      </>
    ),
  },
  {
    title: 'Texts of the unlimited plan',
    for: 'payers',
    text: 'The plan includes a number of texts for each calendar month, in UTC, to one number that you choose; your plan’s page says how many, and how many you have used. When they are used up, your alerts come by email until the next month. Texts that are left do not carry over.',
  },
]

const LAST_TOPICS: Topic[] = [
  {
    title: 'Your address',
    text: (
      <>
        Please use an address that is yours. We send no alerts to it until you confirm it from the link in our
        first email<Shown for="payers">, or pay for the pass</Shown>.
      </>
    ),
  },
  {
    title: 'Your account',
    text: 'You don’t need one for alerts. An account is for one person, with an address that you have confirmed; keep your password to yourself. You can delete it at any time, and everything we hold about you goes with it.',
  },
  {
    title: 'Leaving',
    text: (
      <>
        You can unsubscribe from all alert emails, <TextsSold>end all texts with STOP, </TextsSold>and turn
        off push on each device, at any time and without giving a reason.
      </>
    ),
  },
  {
    title: 'Questions',
    text: (
      <>
        Write to <SupportLink />.
      </>
    ),
  },
]

export function TermsPage() {
  const sellsTexts = useSellsTexts()
  return (
    <div className="page pb-24">
      <PageHead lede="What you can expect from us, and what you can’t." />
      <Topics topics={[...TOPICS, ...(sellsTexts ? TEXT_TOPICS : []), ...LAST_TOPICS]} />
    </div>
  )
}
