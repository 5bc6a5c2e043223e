import { Link } from 'react-router-dom'
import { useTitle } from '../lib/use-title.ts'
import { PageHead } from './page-head.tsx'
import { SupportLink } from './support-link.tsx'
import { Topics, type Topic } from './topics.tsx'

const TOPICS: Topic[] = [
  {
    title: 'What we store',
    text: 'Your e-mail address, the park and days you chose, the promo code you used, your rides with their limits, and the alerts we made and sent for you. With an account also your name, the display name you choose, your password in a form from which it cannot be read, and where you are logged in: the kind of browser, and when. We don’t ask for a phone number or a card.',
  },
  {
    title: 'What it is for',
    text: 'To send what you asked for, and nothing else. We don’t sell it, and we don’t give it to the parks. Postmark delivers our e-mails, and gets your address and the e-mail for that.',
  },
  {
    title: 'No tracking',
    text: 'This site has no advertising and no analytics, and loads nothing from elsewhere. It sets cookies only when you log in: one keeps you logged in, the other remembers for a year that you have used this browser, so that a stranger who guesses at your password cannot lock you out. Your browser keeps the choice of light or dark, a mark that you are logged in, and the key of a mail link you opened until you close the tab. Against abuse, requests are counted by network address from minute to minute.',
  },
  {
    title: 'Links in our e-mails',
    text: 'One link opens your alerts without an account, for 30 days; another unsubscribes you, for a year. Your address in them is encrypted. A confirmation link turns on the alerts you asked for. Anyone with such a link can use it, so keep our e-mails to yourself.',
  },
  {
    title: 'How to leave',
    text: '“Unsubscribe” in an alert ends all alert e-mails right away. We then keep a fingerprint of your address, so that we know not to write to it. We still answer a new request for alerts from that address.',
  },
  {
    title: 'How long we keep it',
    text: (
      <>
        Unsubscribing stops the e-mails. We keep your data until you delete it: with an account you can
        download and delete all of it on <Link to="/account">your account’s page</Link>. Without one, write to{' '}
        <SupportLink /> to see what we have about your address, or to have it deleted.
      </>
    ),
  },
]

export function PrivacyPage() {
  useTitle('Privacy | Walkon')
  return (
    <div className="page pb-24">
      <PageHead title="Privacy" lede="What we know about you, and what we do with it." />
      <Topics topics={TOPICS} />
    </div>
  )
}
