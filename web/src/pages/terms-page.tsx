import { Link } from 'react-router-dom'
import { useTitle } from '../lib/use-title.ts'
import { PageHead } from './page-head.tsx'
import { SupportLink } from './support-link.tsx'
import { Topics, type Topic } from './topics.tsx'

const TOPICS: Topic[] = [
  {
    title: 'The service',
    text: 'Walkon reads the waits that parks post and sends alerts for the park, days, rides and limits you chose. It books nothing and is not affiliated with the park operators.',
  },
  {
    title: 'What an alert means',
    text: 'An alert is about a wait that we have observed: what the park had posted when we read it. We give no warranty that the line is as short as posted, that it stays short until you are there, or that the ride stays open.',
  },
  {
    title: 'When none comes',
    text: 'We stay silent while the park is closed, when its board stands still or cannot be read, and for a while after an alert for the same ride. We do not promise that every short wait is seen, or that every mail arrives in time.',
  },
  {
    title: 'Passes and codes',
    text: (
      <>
        A pass is for one address, one park and the days you chose. Today there are only free passes for
        e-mail alerts, and they need a promo code. A code can be limited in time and in how often it works.{' '}
        <Link to="/pricing">Pricing</Link> says what a day of a pass is.
      </>
    ),
  },
  {
    title: 'The guarantee',
    text: 'Paid passes will come with a promise: walk-on alerts for at least 3 rides or the money back. No paid pass is sold yet. A free pass costs nothing, so there is nothing to give back.',
  },
  {
    title: 'Your address',
    text: 'Order alerts for an address that is yours. None is sent to it before the link in our first mail has been followed and confirmed.',
  },
  {
    title: 'Your account',
    text: 'You need none for alerts. An account is for one person, and for an address that you have confirmed; keep its password to yourself. You can delete it at any moment, and with it goes everything we keep of you.',
  },
  {
    title: 'Leaving',
    text: 'You can end all alert mails at any moment with one click, without giving a reason.',
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
      <PageHead title="Terms" lede="What you can expect of us, and what not." />
      <Topics topics={TOPICS} />
    </div>
  )
}
