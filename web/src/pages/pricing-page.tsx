import type { ClientConfig } from '@walkon/contracts/http/config'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { configQuery } from '../features/config/queries.ts'
import { dollars } from '../lib/money.ts'
import { problemText } from '../lib/problem-texts.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Shape } from '../ui/shape.tsx'
import { PageHead } from './page-head.tsx'
import { Topics, type Topic } from './topics.tsx'

/** The price list as billing has it: none is shown that is not known. */
export function PricingPage() {
  useTitle('Pricing | Walkon')
  const { data: config, isError, error, isFetching, refetch } = useQuery(configQuery)
  return (
    <div className="page pb-24">
      <PageHead title="Pricing" lede="E-mail alerts are free with a promo code. Nothing is sold yet." />
      {isError && !config && (
        <Panel kind="error" title={problemText(error).title} heading="h2">
          <p className="text-ink-2">{problemText(error).text}</p>
          <Button small busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Panel>
      )}
      {!config && !isError && (
        <div role="status" aria-label="Loading the prices" className="skeleton h-60! rounded-card!" />
      )}
      {config && (
        <>
          <Prices prices={config.prices} />
          <Topics topics={topics(config)} />
        </>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/#alerts">Get Started</ButtonLink>
        <ButtonLink quiet to="/faq">
          Read the FAQ
        </ButtonLink>
      </div>
    </div>
  )
}

function Prices({ prices }: { prices: ClientConfig['prices'] }) {
  return (
    <div className="grid gap-6 pb-16 lg:grid-cols-3">
      <Offer title="E-mail day" price={dollars(prices.emailDayCents)} per="per day" isOpen>
        This is the listed price. With a promo code you pay nothing; without one it cannot be bought yet.
      </Offer>
      <Offer title="SMS day" price={dollars(prices.smsDayCents)} per="per day">
        The same alerts as text messages. This is the listed price; it cannot be bought yet.
      </Offer>
      <Offer title="Unlimited" price={dollars(prices.unlimitedMonthCents)} per="per month">
        All parks, for as long as it is paid. This is the listed price; it cannot be bought yet.
      </Offer>
    </div>
  )
}

type OfferProps = { title: string; price: string; per: string; isOpen?: boolean; children: ReactNode }

function Offer({ title, price, per, isOpen = false, children }: OfferProps) {
  return (
    <section className="ticket" aria-label={title}>
      <div className="ticket__part">
        <div className="ticket__head">
          <h2 className="ticket__title">{title}</h2>
          <p className="price">
            {price}
            <small>{per}</small>
          </p>
        </div>
      </div>
      <div className="perf" />
      <div className="ticket__part">
        <p className="flex items-center gap-2 font-bold">
          <Shape name={isOpen ? 'walk' : 'closed'} className="[--size:14px]" />
          {isOpen ? 'Free with a promo code' : 'Not on sale yet'}
        </p>
        <p className="text-ink-2">{children}</p>
      </div>
    </section>
  )
}

const topics = ({ passHours, alertCooldownMinutes, defaultThresholdMinutes }: ClientConfig): Topic[] => [
  {
    title: 'What a pass is',
    text: `One park with all its rides, for the days you choose, at one address. Each day lasts ${passHours} hours: today from the moment your alerts are on, a later day from midnight at the park. Days that overlap run on as one.`,
  },
  {
    title: 'What it gives',
    text: `An alert when a ride is at or below your limit: ${defaultThresholdMinutes} minutes until you set another, from 5 to 120. The same ride is then quiet for ${alertCooldownMinutes} minutes.`,
  },
  {
    title: 'How it is counted',
    text: 'A price per day is for each day you choose. All prices are in US dollars.',
  },
  {
    title: 'The guarantee',
    text: (
      <>
        Paid passes will come with walk-on alerts for at least 3 rides or the money back. It begins with the
        first paid pass; none is sold yet. See the <Link to="/terms">terms</Link>.
      </>
    ),
  },
  {
    title: 'How to get a code',
    text: 'Share one of our posts on social media, tag Walkon and send us a message there. Your code comes within 24 hours.',
  },
]
