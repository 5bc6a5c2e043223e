import { Link } from 'react-router-dom'
import { useTitle } from '../lib/use-title.ts'
import { PageHead } from './page-head.tsx'
import { SupportLink } from './support-link.tsx'
import { Topics, type Topic } from './topics.tsx'

const TOPICS: Topic[] = [
  {
    title: 'What we store',
    text: 'Your e-mail address, the park and days you chose, the promo code you used, your rides with their limits, and the alerts we made and sent for you. With an account also your name, the display name you choose, your password in a form from which it cannot be read, and where you are logged in: the kind of browser, and when. We ask for no phone number and no card.',
  },
  {
    title: 'What it is for',
    text: 'To send what you asked for, and nothing else. We do not sell it, and we do not give it to the parks. Our mails are carried by Postmark, which is given your address and the mail for that.',
  },
  {
    title: 'No tracking',
    text: 'This site has no advertising and no analytics, and loads nothing from elsewhere. It sets cookies only when you log in: one keeps you logged in, the other remembers for a year that you have used this browser, so that a stranger who guesses at your password cannot lock you out. Your browser keeps the choice of light or dark, a mark that you are logged in, and the key of a mail link you opened until you close the tab. Against abuse, requests are counted by network address from minute to minute.',
  },
  {
    title: 'Links in our mails',
    text: 'One link opens your alerts without an account, for 30 days; another ends alert mails, for a year. Your address in them is encrypted. A confirmation link switches on what was ordered. Whoever has such a link can use it, so keep our mails to yourself.',
  },
  {
    title: 'How to leave',
    text: '“Unsubscribe” in an alert ends all alert mails with one click, at once. We then remember a fingerprint of your address, so that we know not to write. Only a new order for your address is still answered.',
  },
  {
    title: 'How long we keep it',
    text: (
      <>
        Leaving stops the mails; what is stored stays, without a fixed end. With an account you can download
        all of it, and delete it, on <Link to="/account">your account’s page</Link>. Without one, to ask what
        we have about your address, or to have it deleted, write to <SupportLink />.
      </>
    ),
  },
]

export function PrivacyPage() {
  useTitle('Privacy | Walkon')
  return (
    <div className="page pb-24">
      <PageHead title="Privacy" lede="What we know of you, and what we do with it." />
      <Topics topics={TOPICS} />
    </div>
  )
}
