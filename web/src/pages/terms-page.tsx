import { Link } from 'react-router-dom'
import { useTitle } from '../lib/use-title.ts'
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
    text: (
      <>
        A pass is for one address, one park and the days you choose. Today there are only free passes for
        email alerts, and they need a promo code. A code may expire, or work only so many times.{' '}
        <Link to="/pricing">Pricing</Link> explains how long a day of a pass lasts.
      </>
    ),
  },
  {
    title: 'The guarantee',
    text: 'Paid passes will come with a promise: walk-on alerts for at least 3 rides or the money back. No paid pass is sold yet. A free pass costs nothing, so there is nothing to refund.',
  },
  {
    title: 'Your address',
    text: 'Please use an address that is yours. We send no alerts to it until you confirm it from the link in our first email.',
  },
  {
    title: 'Your account',
    text: 'You don’t need one for alerts. An account is for one person, with an address that you have confirmed; keep your password to yourself. You can delete it at any time, and everything we hold about you goes with it.',
  },
  {
    title: 'Leaving',
    text: 'You can unsubscribe from all alert emails at any time, without giving a reason.',
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
  useTitle('Terms | Walkon')
  return (
    <div className="page pb-24">
      <PageHead title="Terms" lede="What you can expect from us, and what you can’t." />
      <Topics topics={TOPICS} />
    </div>
  )
}
