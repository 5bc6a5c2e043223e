import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from './page-head.tsx'
import { SupportLink } from './support-link.tsx'
import { Topics, type Topic } from './topics.tsx'

const TOPICS: Topic[] = [
  { title: 'Write to us', text: <SupportLink /> },
  {
    title: 'What helps us answer',
    text: 'The address your alerts go to, the park and the day, what you expected and what happened instead. For a ride, its name and roughly what time it was at the park.',
  },
  {
    title: 'What to leave out',
    text: 'Passwords, and the links in our emails: anyone with such a link can change your alerts. Take them out before you forward an email.',
  },
  {
    title: 'Stop alerts yourself',
    text: 'You don’t need to ask us. “Unsubscribe” at the bottom of an alert ends all alert emails. “Change your rides” opens your parks and rides: turn off a park or a single ride, then save.',
  },
]

export function ContactPage() {
  return (
    <div className="page pb-24">
      <PageHead lede="One address for questions, problems and ideas." />
      <Topics topics={TOPICS} />
      <ButtonLink quiet to="/faq" className="mt-8">
        Read the FAQ
      </ButtonLink>
    </div>
  )
}
