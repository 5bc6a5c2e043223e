import { NEWS_ALONE } from '@walkon/contracts/guarantee-words'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { UnlimitedOffer } from '../features/plan/unlimited-offer.tsx'
import { AlertFigure, PriceFigure } from '../features/settings/figures.tsx'
import { pricesQuery } from '../features/settings/queries.ts'
import { useSellsTexts } from '../features/settings/texts-sold.tsx'
import { MAX_THRESHOLD_MINUTES, MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import { daysWords, spanWords } from '../lib/duration-words.ts'
import { dollars } from '../lib/money.ts'
import { isOffered } from '../lib/offers.ts'
import { Shown } from '../lib/shown.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { RecommendedBadge } from '../ui/pricing-card.tsx'
import { Shape } from '../ui/shape.tsx'
import { LoadProblem } from '../lib/load-problem.tsx'
import { PageHead } from './page-head.tsx'
import { cheaperFromWords } from './price-card.tsx'
import { Folds } from './folds.tsx'
import { PlanByText } from './plan-by-text.tsx'
import { SupportLink } from './support-link.tsx'
import { Topics, type Topic } from './topics.tsx'

/** The price list of billing: no price is shown that is not known, and the words wait for none. */
export function PricingPage() {
  const sellsTexts = useSellsTexts()
  return (
    <div className="page pb-24">
      {isOffered('payments') ? (
        <PriceList isSmsSold={sellsTexts} />
      ) : (
        <PageHead lede="Choose a park and the days you visit. You need an address, and nothing else." />
      )}
      <Topics topics={PROMISES} />
      <h2 className="pt-10 pb-3 text-22 leading-7">Good to know</h2>
      <Folds topics={sellsTexts ? [...DETAILS, TEXTS] : DETAILS} />
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink quiet={isOffered('payments')} to="/get-alerts">
          Get Started
        </ButtonLink>
        <ButtonLink quiet to="/faq">
          Read the FAQ
        </ButtonLink>
      </div>
    </div>
  )
}

function PriceList({ isSmsSold }: { isSmsSold: boolean }) {
  const prices = useQuery(pricesQuery)
  return (
    <>
      <PageHead lede="Pay for the days you visit, or by the month for every park. With a promo code, days can be free." />
      <div className="pb-16">
        <Offers isSmsSold={isSmsSold} />
        {/* Below the offers, which keep their places and what is known without a price. */}
        {prices.isLoadingError && (
          <div className="pt-6">
            <LoadProblem of={prices} title="Prices could not be loaded" />
          </div>
        )}
      </div>
    </>
  )
}

function Offers({ isSmsSold }: { isSmsSold: boolean }) {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Offer title="Email day" price="emailDayCents" per="per day" isOpen isQuiet={isSmsSold}>
        An email the minute a ride you chose is short. With a promo code it can be free.
      </Offer>
      <Offer title="SMS day" price="smsDayCents" per="per day" isOpen={isSmsSold} isRecommended={isSmsSold}>
        The same alerts as text messages, once your phone has answered YES. Until then, they come by email.
      </Offer>
      <UnlimitedOffer
        price={
          <PriceFigure place="$15" missing="–">
            {({ unlimitedMonthCents }) => dollars(unlimitedMonthCents)}
          </PriceFigure>
        }
        texts={
          <>
            <PlanByText />{' '}
            <PriceFigure place="From the 4th SMS day it costs less." missing="">
              {cheaperFromWords}
            </PriceFigure>
          </>
        }
      />
    </div>
  )
}

type OfferProps = {
  title: string
  price: 'emailDayCents' | 'smsDayCents'
  per: string
  isOpen?: boolean
  isRecommended?: boolean
  /** Another offer is the recommended one. */
  isQuiet?: boolean
  children: ReactNode
}

function Offer({
  title,
  price,
  per,
  isOpen = false,
  isRecommended = false,
  isQuiet = false,
  children,
}: OfferProps) {
  return (
    <section className="ticket flex flex-col" aria-label={title}>
      <div className="ticket__part">
        <div className="ticket__head">
          <h2 className="ticket__title">{title}</h2>
          <p className="price">
            <PriceFigure place="$5" missing="–">
              {(prices) => dollars(prices[price])}
            </PriceFigure>
            <small>{per}</small>
          </p>
        </div>
      </div>
      <div className="perf" />
      <div className="ticket__part grow grid-rows-[auto_1fr_auto]">
        {/* The place of the badge, so that the texts of the offers begin on one line. */}
        <div className={`flex min-h-7.5 items-center ${isOpen && !isRecommended ? 'max-lg:hidden' : ''}`}>
          {isRecommended ? <RecommendedBadge /> : !isOpen && <NotOpen />}
        </div>
        <p className="text-ink-2">{children}</p>
        {isOpen && (
          <div>
            <ButtonLink quiet={isQuiet} to="/get-alerts" aria-label={`Get Started: ${title}`}>
              Get Started
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  )
}

/** An offer may be open once billing has answered: nothing is said before, nor where no answer came. */
function NotOpen() {
  const { data, isError } = useQuery(pricesQuery)
  if (isError) return null
  return data ? (
    <p className="flex items-center gap-2 font-bold">
      <Shape name="closed" className="[--size:14px]" />
      Not available yet
    </p>
  ) : (
    <span className="skeleton w-24" />
  )
}

const DETAILS: Topic[] = [
  {
    title: 'What a pass is',
    text: (
      <>
        One park, all its rides or the ones you choose, for the days you choose, at one address. Today lasts{' '}
        <PriceFigure place="24 hours" missing="its full time">
          {({ passHours }) => spanWords(passHours * 60)}
        </PriceFigure>{' '}
        from the moment your alerts are on. A later day runs from 4 am to 4 am at the park, so its late hours
        are yours too, or starts at a time you choose. Overlapping days are joined.
      </>
    ),
  },
  {
    title: 'What it gives',
    text: (
      <>
        An alert when a ride is at or below your limit:{' '}
        <AlertFigure place="15 minutes" missing="a short wait">
          {({ defaultThresholdMinutes }) => `${defaultThresholdMinutes} minutes`}
        </AlertFigure>{' '}
        unless you set another, from {MIN_THRESHOLD_MINUTES} to {MAX_THRESHOLD_MINUTES}. After that we won’t
        repeat the ride for{' '}
        <AlertFigure place="60 minutes" missing="a while">
          {({ alertCooldownMinutes }) => `${alertCooldownMinutes} minutes`}
        </AlertFigure>
        . Push notifications on your devices come with every pass
        <Shown for="payers"> and with the plan, at no price of their own</Shown>.
      </>
    ),
  },
  {
    title: 'What the plan is',
    for: 'payers',
    text: (
      <>
        Unlimited belongs to an account. It covers every park where you choose rides, by email and push. It
        renews each month until you cancel it. A cancelled plan goes on to the end of the month you paid. If a
        payment fails, your alerts go on for{' '}
        <PriceFigure place="7 days" missing="some days">
          {({ planGraceDays }) => daysWords(planGraceDays)}
        </PriceFigure>
        , so that you can change your card.
      </>
    ),
  },
  {
    title: 'What you pay',
    for: 'payers',
    text: 'The price per day, for each day you choose, or the price of the plan each month, by card at our payment provider Stripe. You see the total before you pay. All prices are in US dollars.',
  },
]

/** They are asked for before the purchase. */
const PROMISES: Topic[] = [
  {
    title: 'The guarantee',
    for: 'payers',
    text: (
      <>
        Walk-on alerts for at least 3 rides, or your money back. We count them, not you: when a paid day pass
        ends with fewer, the refund goes out by itself. {NEWS_ALONE} The plan has no guarantee. See the{' '}
        <Link to="/terms">terms</Link>.
      </>
    ),
  },
  {
    title: 'How to get a code',
    for: 'payers',
    text: (
      <>
        Share one of our posts on social media, tag Walkon and send us a direct message. You’ll get your own
        code within 24 hours. You can also write to <SupportLink />.
      </>
    ),
  },
]

/** The last one, so that none moves when it is known that texts are sold. */
const TEXTS: Topic = {
  title: 'What comes by text',
  for: 'payers',
  text: 'The alerts of an SMS day, and the plan’s: give us a number on your plan’s page and answer YES. Once the month’s texts are used up, alerts come by email.',
}
