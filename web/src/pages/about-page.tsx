import { Credit } from '../features/parks/credit.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { PageHead } from './page-head.tsx'
import { Topics, type Topic } from './topics.tsx'

const TOPICS: Topic[] = [
  {
    title: 'What we do',
    text: 'You choose a park, your days and a limit for each ride. When a ride’s posted wait drops to your limit, we tell you. Until then, your phone can stay in your pocket.',
  },
  {
    title: 'What we don’t do',
    text: 'We don’t book rides, restaurants or tickets, and we never ask for your login with a park.',
  },
  {
    title: 'Independent',
    text: 'Walkon is not affiliated with any park operator. The names of parks and rides belong to their owners.',
  },
  {
    title: 'Where the waits come from',
    text: (
      <>
        They are the waits that the parks post, read from the public data of{' '}
        <a href="https://themeparks.wiki" rel="noopener">
          ThemeParks.wiki
        </a>
        , which powers every board here.
      </>
    ),
  },
  {
    title: 'How we’re doing',
    text: (
      <>
        We count our alerts and our outages, the good and the bad:{' '}
        <Link to="/how-we-do">the last 30 days</Link>.
      </>
    ),
  },
]

export function AboutPage() {
  return (
    <div className="page pb-24">
      <PageHead lede="Walkon tells you the minute a ride you chose gets short." />
      <Topics topics={TOPICS} />
      <div className="flex flex-wrap gap-3 py-8">
        <ButtonLink to="/get-alerts">Get Started</ButtonLink>
        <ButtonLink quiet to="/how-it-works">
          How it works
        </ButtonLink>
      </div>
      <Credit />
    </div>
  )
}
