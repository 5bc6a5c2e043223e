import { Offered } from '../lib/offered.tsx'
import { Shown } from '../lib/shown.tsx'
import { Link } from '../ui/link.tsx'
import { PageHead } from './page-head.tsx'
import { SupportLink } from './support-link.tsx'
import { Topics, type Topic } from './topics.tsx'

const TOPICS: Topic[] = [
  {
    title: 'What we store',
    facts: [
      {
        of: 'Alerts',
        text: (
          <>
            Your email address, the park and days you chose,{' '}
            <Shown for="payers">the promo code you used, </Shown>
            your rides with their limits, your quiet hours, and the alerts we made and sent for you.
          </>
        ),
      },
      {
        of: 'An account',
        text: 'Your name, the display name you choose, your password in a form from which it cannot be read, and where you are logged in: the kind of browser, and when.',
      },
      {
        of: 'SMS alerts',
        offer: 'texts',
        text: 'Your phone number, which words you agreed to, when and from which network address, whether the phone answered YES, its answers to our texts, and whether you log in by it.',
      },
      {
        of: 'Push notifications',
        text: 'Of each device, the kind of browser, the address at which its maker’s push service takes them, the keys that encrypt them, and when it last took and showed one.',
      },
      {
        of: 'Webhooks',
        text: 'The web addresses that you add, and when each last took a message.',
      },
      {
        of: 'An unlimited plan',
        for: 'payers',
        text: 'When each month was paid, until when it covers, the number that its texts go to, and how many went out each month.',
      },
      {
        of: 'A payment',
        for: 'payers',
        text: 'The amount, and when it was made. Your card is known to Stripe alone.',
      },
    ],
  },
  {
    title: 'What it is for',
    facts: [
      { of: 'What you asked for', text: 'To send it, and nothing else.' },
      {
        of: 'Email',
        text: (
          <>
            Our mail provider<Offered what="newsletter">, Postmark,</Offered> delivers it, and gets your
            address and the email for that.
          </>
        ),
      },
      {
        of: 'Text messages',
        offer: 'texts',
        text: 'Twilio delivers them, and gets your number and the text for that.',
      },
      {
        of: 'Push notifications',
        text: 'The push service of your browser’s maker, such as Apple, Google, Microsoft or Mozilla, delivers them; they are encrypted, so it cannot read them.',
      },
      {
        of: 'Payments',
        for: 'payers',
        text: 'Stripe takes the payments, and gets your address and what you buy for that. For a plan it keeps your card, to charge the next month.',
      },
    ],
    text: 'We don’t sell it, and we don’t give it to the parks.',
  },
  {
    title: 'No tracking',
    facts: [
      {
        of: 'From others',
        text: 'No advertising and no analytics: this site loads nothing from elsewhere.',
      },
      {
        of: 'Cookies',
        text: 'Only when you sign up or log in. One keeps you logged in, one remembers for a day that you signed up in this browser, and one remembers for a year that you have used this browser, so that a stranger who guesses at your password cannot lock you out.',
      },
      {
        of: 'Kept by your browser',
        text: 'The pages’ code and the last waits of the parks you looked at, so that they are there without a signal, the choice of light or dark, where push is on its address at the push service, and a mark that you are logged in.',
      },
      {
        of: 'Until you close the tab',
        text: 'The key of a mail link you opened, and what you entered in the order form and have not ordered yet.',
      },
      {
        of: 'Against abuse',
        text: 'Requests are counted by network address from minute to minute.',
      },
    ],
  },
  {
    title: 'Links in our messages',
    text: (
      <>
        One link opens your alerts without an account, for 30 days; another unsubscribes you, for a year. Your
        address in them is encrypted. A confirmation link turns on the alerts you asked for. Anyone with such
        a link can use it, so keep our emails to yourself.
        <Offered what="texts">
          {' '}
          A text about alerts has a short link that opens your alerts for as long as we keep the text. A phone
          gets such texts only after it has answered YES, and logs in to your account only after you turn that
          on there.
        </Offered>
      </>
    ),
  },
  {
    title: 'How to leave',
    text: (
      <>
        “Unsubscribe” in an alert ends all alert emails right away. We then keep a fingerprint of your
        address, so that we know not to write to it. We still answer a new request for alerts from that
        address. Push ends for a device when you turn it off or remove it, and so does a webhook.
        <Offered what="texts">
          {' '}
          STOP as the answer to a text ends all texts to that number right away, START brings them back, and
          we keep a fingerprint of the number in between.
        </Offered>
      </>
    ),
  },
  {
    title: 'How long we keep it',
    facts: [
      { of: 'What we sent you', text: '30 days, and so the alerts we made.' },
      {
        of: 'Orders',
        text: 'Your order, your days and your choice of rides: 90 days after the last day. An order that was never confirmed: 30 days.',
      },
      {
        of: 'A plan',
        for: 'payers',
        text: 'With the parks you chose under it, the number of its texts and how many there were: 90 days after its end.',
      },
      {
        of: 'What was paid',
        for: 'payers',
        text: 'Ten years, without your address, because accounts must be kept.',
      },
      {
        of: 'Promo codes',
        for: 'payers',
        text: 'That an address used a code which is limited for each address: as a fingerprint, while the code can be used; once your account is deleted, a year at most.',
      },
      { of: 'Affiliate applications', for: 'payers', text: 'Two years.' },
      {
        of: 'Text messages',
        offer: 'texts',
        text: (
          <>
            That you agreed to them: four years after you last ordered them
            <Shown for="payers"> or chose the number of your plan</Shown>, 30 days if the phone never answered
            YES. What the phone answers to our texts: four days, 30 if we could not read it.
          </>
        ),
      },
      {
        of: 'Push and webhooks',
        text: 'A device for push: until you remove it, or its push service says that it is gone. A webhook: until you remove it.',
      },
      {
        of: 'Your account',
        text: 'Until you delete it; your ratings, reviews and suggestions go with it.',
      },
    ],
    text: (
      <>
        With an account you can download all of it, and delete it at once, on{' '}
        <Link to="/account">your account’s page</Link>. Without one, to ask what we have about your address,
        or to have it deleted sooner, write to <SupportLink />.
      </>
    ),
  },
]

export function PrivacyPage() {
  return (
    <div className="page pb-24">
      <PageHead lede="What we know about you, and what we do with it." />
      <Topics topics={TOPICS} />
    </div>
  )
}
